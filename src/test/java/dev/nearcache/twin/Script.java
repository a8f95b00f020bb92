package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Trait;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One invented API server: what it answers follows from its seed and from the requests so far, so a client that asks the
 * same is answered the same. After some answers it calms down: it lists and streams all it has, and the next watch is
 * told some changes, then {@link #LAST_VERSION}, and stays open.
 */
final class Script {
    /** The least wait that some of its failures ask for; in a Status, since client-go's REST layer obeys the header. */
    static final Duration HINT = Duration.ofSeconds(7);

    /** The version of the last bookmark: a client that has it has come to the end. */
    static final String LAST_VERSION = "999999999";

    private static final int MOST_ANSWERS = 14;

    /** After these the clients may go different ways, which a list brings together again. */
    private static final Set<Trait> PARTING = Set.of(
            Trait.CUT_SHORT,
            Trait.NO_END,
            Trait.NO_ANSWER,
            Trait.WORDS_ALONE,
            Trait.NOT_OFFERED,
            Trait.NO_LIST,
            Trait.UNKNOWN_EVENT,
            Trait.WENT_BACK);

    /** Where its versions begin when it calms down: after all that came before. */
    private static final long CALM_VERSION = 500_000_000;

    private final long seed;
    private final boolean streaming;
    private final boolean forgetful;
    private final int answers;
    private final Set<Integer> refused = new HashSet<>();
    private final ListAnswers lists;
    private final WatchAnswers watches;
    private boolean relistDue;

    Script(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.seed = seed;
        this.streaming = random.nextInt(3) > 0;
        this.answers = 2 + random.nextInt(MOST_ANSWERS - 1);
        // Of its own, so that the others' answers do not depend on it.
        this.forgetful = new SplittableRandom(~seed).nextInt(8) == 0;
        this.relistDue = random.nextBoolean() || forgetful;
        for (int i = 0; i < answers; i++) {
            if (random.nextInt(16) == 0) {
                refused.add(i);
            }
        }
        Fiction fiction = new Fiction(random, 10);
        this.lists = new ListAnswers(random, fiction);
        this.watches = new WatchAnswers(random, fiction);
    }

    long seed() {
        return seed;
    }

    /** Whether the clients are to begin with streaming lists. */
    boolean streaming() {
        return streaming;
    }

    /** The requests, counted from 0, that find nobody listening. */
    Set<Integer> refused() {
        return refused;
    }

    /** The answer to a request, counted from 0, those that were refused included. */
    Answer answer(int number, Request request) {
        if (number >= answers) {
            return calmly(request);
        }
        if (forgetful && atVersion(request)) {
            return Refusals.useless();
        }
        Answer answer = switch (request.kind()) {
            case LIST -> lists.first(request);
            case PAGE -> lists.later();
            case STREAM -> watches.stream();
            case WATCH -> watches.watch();
        };
        relistDue |= answer.traits().stream().anyMatch(PARTING::contains);
        return answer;
    }

    /** Whether it lists at a version of its own, with which a forgetful server can do nothing. */
    private static boolean atVersion(Request request) {
        return request.kind() == Request.Kind.LIST
                && !request.version().isEmpty()
                && !request.version().equals("0");
    }

    private Answer calmly(Request request) {
        if (request.kind() == Request.Kind.WATCH && relistDue) {
            relistDue = false;
            return watches.expired();
        }
        Fiction last = new Fiction(new SplittableRandom(seed), CALM_VERSION);
        return switch (request.kind()) {
            case LIST, PAGE -> ListAnswers.all(last);
            case STREAM -> WatchAnswers.lastStream(last);
            case WATCH -> WatchAnswers.lastWatch(last);
        };
    }
}
