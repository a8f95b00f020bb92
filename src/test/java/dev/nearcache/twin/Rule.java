package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Trait;
import dev.nearcache.twin.Moment.Asked;
import dev.nearcache.twin.Moment.Retried;
import dev.nearcache.twin.Moment.Waited;
import dev.nearcache.twin.Request.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A wanted difference between client-go's reflector and ours; {@code docs/twin.md} gives the reasons. Each says exactly
 * where it holds, and what either does there.
 */
enum Rule {
    /** A Status's {@code retryAfterSeconds} is the least wait; told apart where waits are compared with the ladder. */
    HINT_IS_THE_LEAST_WAIT,

    /** A streaming list that closes early is asked for again after a wait, not in a hot loop. */
    STREAM_CUT_WAITS(
            0,
            1,
            fork -> streamAnswered(fork, 0, Trait.CUT_SHORT)
                    && !cutBefore(fork)
                    && fork.ours(0).orElseThrow() instanceof Waited
                    && repeats(fork.theyAsk(0), fork)
                    && repeats(fork.weAsk(1), fork)),

    /** One that closes early twice in a row is given up for a list. */
    STREAM_CUT_TWICE_LISTS(fork -> streamAnswered(fork, 0, Trait.CUT_SHORT)
            && cutBefore(fork)
            && repeats(fork.theyAsk(0), fork)
            && asks(fork.weAsk(0), Kind.LIST)),

    /** A streaming list at the newest version that is refused for its version is asked for again after a wait. */
    STREAM_REFUSED_AGAIN_WAITS(
            0,
            1,
            fork -> streamAnswered(fork, 0, Trait.VERSION_REFUSED)
                    && fork.before().orElseThrow().request().version().isEmpty()
                    && fork.ours(0).orElseThrow() instanceof Waited
                    && repeats(fork.theyAsk(0), fork)
                    && repeats(fork.weAsk(1), fork)),

    /** A streaming list without an end is given up for a list, not waited for until the watch ends. */
    STREAM_WITHOUT_END_LISTS(fork ->
            streamAnswered(fork, 0, Trait.NO_END) && repeats(fork.theyAsk(0), fork) && asks(fork.weAsk(0), Kind.LIST)),

    /** A watch that nobody answered is asked for again after our backoff's wait, there after the REST layer's. */
    UNANSWERED_WATCH_WAITS(
            1,
            1,
            fork -> fork.before()
                            .filter(asked -> asked.request().kind() == Kind.WATCH
                                    && asked.answer().has(Trait.NO_ANSWER))
                            .isPresent()
                    && fork.theirs(0).orElseThrow() instanceof Retried
                    && fork.ours(0).orElseThrow() instanceof Waited
                    && repeats(fork.theyAsk(1), fork)
                    && repeats(fork.weAsk(1), fork)),

    /** A watch that the REST layer asked for again counts, there, from the first time on, and so is not very short. */
    UNANSWERED_WATCH_IS_LONGER(
            fork -> fork.theirs(-2).filter(Retried.class::isInstance).isPresent()
                    && asks(fork.before().map(Asked::request), Kind.WATCH)
                    && asks(fork.theyAsk(0), Kind.WATCH)
                    && fork.ours(0).orElseThrow() instanceof Waited),

    /** A Status is believed that the version is too new, even without details. */
    WORDS_ALONE_ARE_BELIEVED(fork ->
            fork.before().filter(asked -> asked.answer().has(Trait.WORDS_ALONE)).isPresent()
                    && (asks(fork.theyAsk(0), Kind.LIST) || fork.theirs(0).orElseThrow() instanceof Waited)
                    && (fork.ours(0).orElseThrow() instanceof Waited
                            || fork.weAsk(0).orElseThrow().version().isEmpty())),

    /** A type that cannot be watched is polled: listed at the newest version, after a wait of its own. */
    NOT_WATCHABLE_IS_POLLED(fork -> fork.before()
                    .filter(asked -> asked.answer().has(Trait.NOT_OFFERED))
                    .isPresent()
            && fork.ours(-1)
                    .filter(moment ->
                            moment instanceof Waited waited && waited.delay().equals(Ours.POLL))
                    .isPresent()
            && fork.theirs(-1).filter(Waited.class::isInstance).isPresent()
            && fork.weAsk(0).filter(request -> request.version().isEmpty()).isPresent()),

    /** A version with which three lists in a row were an internal error is dropped. */
    USELESS_VERSION_IS_DROPPED(fork -> failedInARow(fork) >= 3
            && fork.weAsk(0).filter(request -> request.version().isEmpty()).isPresent()
            && fork.theyAsk(0).filter(request -> !request.version().isEmpty()).isPresent()),

    /** A success that is no list is a failure. */
    NO_LIST_IS_A_FAILURE(fork ->
            fork.before().filter(asked -> asked.answer().has(Trait.NO_LIST)).isPresent()
                    && asks(fork.theyAsk(0), Kind.WATCH)
                    && fork.ours(0).orElseThrow() instanceof Waited),

    /** A watch event of an unknown type is passed over; client-go's decoder ends the watch with it. */
    UNKNOWN_EVENT_IS_PASSED_OVER(fork -> fork.before()
                    .filter(asked -> asked.answer().has(Trait.UNKNOWN_EVENT))
                    .isPresent()
            && (fork.theirs(0).orElseThrow() instanceof Waited
                    || asks(fork.theyAsk(0), Kind.LIST)
                    || asks(fork.theyAsk(0), Kind.STREAM))),

    /** What a watch tells that is before the version it was asked for is not applied, nor asked for from there. */
    WHAT_IS_KNOWN_IS_NOT_TAKEN_BACK(fork ->
            fork.before().filter(asked -> asked.answer().has(Trait.WENT_BACK)).isPresent()
                    && fork.theyAsk(0)
                            .flatMap(theirs -> fork.weAsk(0).filter(ours -> ours.kind() == theirs.kind()))
                            .isPresent()),

    /** The third brief watch in a row and those after it are followed by a wait, though they told something. */
    BRIEF_WATCHES_ARE_PACED(
            0,
            1,
            fork -> fork.soFar().stream().limit(3).filter(Rule::brief).count() == 3
                    && fork.ours(0).orElseThrow() instanceof Waited
                    && asks(fork.theyAsk(0), Kind.WATCH)
                    && asks(fork.weAsk(1), Kind.WATCH)),

    /** A deletion is of an object, not of its name; told apart where the stores are compared. */
    LATE_DELETE_IS_OF_THE_PREDECESSOR,

    /** An object without metadata is not stored; told apart where the stores are compared. */
    NAMELESS_IS_NOT_STORED;

    /** What comes of it. */
    enum Effect {
        /** Both go on as one, each behind the moments that only it has. */
        GOES_ON,
        /** They ask different things from here, so are answered different things: only what they end with is compared. */
        PARTS
    }

    private final Effect effect;
    private final int theirs;
    private final int ours;

    @SuppressWarnings("ImmutableEnumChecker") // they are lambdas that hold nothing
    private final Predicate<Fork> holds;

    /** A difference of the moments that begin at a fork: so many of theirs, so many of ours. */
    Rule(int theirs, int ours, Predicate<Fork> holds) {
        this.effect = Effect.GOES_ON;
        this.theirs = theirs;
        this.ours = ours;
        this.holds = holds;
    }

    /** A difference after which they part. */
    Rule(Predicate<Fork> holds) {
        this.effect = Effect.PARTS;
        this.theirs = 0;
        this.ours = 0;
        this.holds = holds;
    }

    /** A difference that no fork shows. */
    Rule() {
        this(0, 0, fork -> false);
    }

    /** The rule that explains why they differ. */
    static Optional<Rule> explaining(Fork fork) {
        if (fork.theirs(0).isEmpty() || fork.ours(0).isEmpty()) {
            return Optional.empty();
        }
        return Arrays.stream(values()).filter(rule -> rule.holds.test(fork)).findFirst();
    }

    Effect effect() {
        return effect;
    }

    int skippedOfTheirs() {
        return theirs;
    }

    int skippedOfOurs() {
        return ours;
    }

    /** Whether a watch ended within a second; one that began with a list counts from that one's mark. */
    private static boolean brief(Asked asked) {
        return switch (asked.request().kind()) {
            case STREAM -> asked.answer().has(Trait.MARKED);
            case WATCH -> asked.answer().code() == 200 && asked.answer().lasts().toMillis() < 1000;
            case LIST, PAGE -> false;
        };
    }

    private static boolean streamAnswered(Fork fork, int back, Trait trait) {
        List<Asked> asked = fork.soFar();
        return asked.size() > back
                && asked.get(back).request().kind() == Kind.STREAM
                && asked.get(back).answer().has(trait);
    }

    /** Whether a streaming list was cut short in this row of them before. */
    private static boolean cutBefore(Fork fork) {
        return fork.soFar().stream()
                .takeWhile(asked ->
                        asked.request().kind() == Kind.STREAM && !asked.answer().has(Trait.MARKED))
                .skip(1)
                .anyMatch(asked -> asked.answer().has(Trait.CUT_SHORT));
    }

    /** How many of the last lists asked for one version, and were an internal error. */
    private static long failedInARow(Fork fork) {
        List<Asked> lists = fork.soFar().stream()
                .filter(asked -> asked.request().kind() == Kind.LIST)
                .toList();
        return lists.stream()
                .takeWhile(asked -> asked.answer().code() == 500
                        && !asked.request().version().isEmpty()
                        && asked.request()
                                .version()
                                .equals(lists.get(0).request().version()))
                .count();
    }

    private static boolean repeats(Optional<Request> next, Fork fork) {
        return next.equals(fork.before().map(Asked::request));
    }

    private static boolean asks(Optional<Request> next, Kind kind) {
        return next.filter(request -> request.kind() == kind).isPresent();
    }
}
