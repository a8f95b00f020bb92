package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Ending;
import dev.nearcache.twin.Answer.Trait;
import dev.nearcache.twin.Fiction.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What a scripted server answers to watches, those included that begin with a list. */
final class WatchAnswers {
    private static final String MARK = "k8s.io/initial-events-end";
    private static final int LAST_CHANGES = 6;
    private static final List<Duration> SPANS = List.of(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMillis(999),
            Duration.ofMillis(1000),
            Duration.ofSeconds(40),
            Duration.ofSeconds(121),
            Duration.ofMinutes(8));

    private final RandomGenerator random;
    private final Fiction fiction;

    WatchAnswers(RandomGenerator random, Fiction fiction) {
        this.random = random;
        this.fiction = fiction;
    }

    Answer watch() {
        int roll = random.nextInt(100);
        if (roll < 20) {
            return Refusals.answer(random).answer();
        }
        if (roll < 28) {
            return broken();
        }
        StreamBody body = new StreamBody();
        fiction.changeUnseen();
        events(body);
        return finish(body, "watch");
    }

    Answer stream() {
        int roll = random.nextInt(100);
        if (roll < 25) {
            return random.nextInt(3) == 0
                    ? Refusals.ofVersion(random).answer()
                    : Refusals.answer(random).answer();
        }
        if (roll < 30) {
            return broken();
        }
        fiction.changeUnseen();
        StreamBody body = new StreamBody();
        initial(body);
        if (roll < 45) {
            return finish(body, "stream to");
        }
        if (roll < 55) {
            return cut(body);
        }
        if (roll < 58) {
            return body.answer("endless", Ending.OPEN, Duration.ofSeconds(40), Trait.NO_END);
        }
        body.add(fiction.bookmark(Map.of(MARK, "true")));
        body.has(Trait.MARKED);
        events(body);
        return finish(body, "stream past its mark to");
    }

    /** A watch that is told that its history is gone. */
    Answer expired() {
        StreamBody body = new StreamBody();
        body.add(Fiction.event("ERROR", Refusals.ofVersion(random).body()));
        return body.answer("expired watch", Ending.CLEAN, Duration.ZERO);
    }

    /** A watch that comes to the end of the script: changes that no list makes up for, then the last version. */
    static Answer lastWatch(Fiction fiction) {
        StreamBody body = new StreamBody();
        lastChanges(body, fiction);
        return body.answer("last watch", Ending.OPEN, Duration.ZERO);
    }

    /** The same, beginning with a list. */
    static Answer lastStream(Fiction fiction) {
        StreamBody body = new StreamBody();
        fiction.pods().forEach(pod -> body.add(Fiction.event("ADDED", pod.json())));
        body.add(fiction.bookmark(Map.of(MARK, "true")));
        lastChanges(body, fiction);
        return body.answer("last stream", Ending.OPEN, Duration.ZERO);
    }

    private static void lastChanges(StreamBody body, Fiction fiction) {
        for (int i = 0; i < LAST_CHANGES; i++) {
            body.add(fiction.change());
        }
        body.add(Fiction.bookmarkAt(Script.LAST_VERSION, Map.of()));
    }

    private Answer broken() {
        return random.nextBoolean() ? Answer.broken("no answer", Ending.TORN) : Answer.broken("reset", Ending.RESET);
    }

    /** The objects that there are, with what is not of them now and then. */
    private void initial(StreamBody body) {
        for (Pod pod : fiction.pods()) {
            body.add(Fiction.event("ADDED", pod.json()));
            switch (random.nextInt(12)) {
                case 0 -> body.add(fiction.change());
                case 1 -> body.add(fiction.bookmark(Map.of()));
                case 2 -> body.add(fiction.bookmark(Map.of(MARK, "false")));
                case 3 -> foreign(body);
                default -> {}
            }
        }
    }

    private void events(StreamBody body) {
        for (int i = random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(16)) {
                case 0, 1 -> body.add(fiction.bookmark(Map.of()));
                case 2 -> body.add(fiction.deleteNothing());
                case 3 -> foreign(body);
                case 4 -> {
                    if (fiction.jump()) {
                        body.has(Trait.WENT_BACK);
                    }
                    body.add(fiction.change());
                }
                case 5, 7, 8 -> odd(body);
                case 6 -> body.add(fiction.deletePredecessor());
                default -> body.add(fiction.change());
            }
        }
    }

    private void odd(StreamBody body) {
        switch (random.nextInt(4)) {
            case 0 -> {
                String changed = fiction.change();
                body.add(changed.replaceFirst("[A-Z]+", "CHANGED"));
                body.has(Trait.UNKNOWN_EVENT);
            }
            case 1 -> body.add(Fiction.bookmarkAt("", Map.of()));
            default -> {
                body.add(Fiction.event("ADDED", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"));
                body.has(Trait.NAMELESS);
            }
        }
        // Client-go takes the empty version for one, so something with a version follows.
        body.add(fiction.change());
    }

    /** What does not belong into a watch of pods. */
    private void foreign(StreamBody body) {
        String metadata = "\"metadata\":{\"name\":\"a\",\"namespace\":\"x\",\"resourceVersion\":\"3\"}";
        switch (random.nextInt(4)) {
            case 0 ->
                body.skipped(Fiction.event("ADDED", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"," + metadata + "}"));
            case 1 ->
                body.skipped(Fiction.event("MODIFIED", "{\"kind\":\"Pod\",\"apiVersion\":\"v2\"," + metadata + "}"));
            case 2 ->
                body.skipped(
                        Fiction.event("ADDED", "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}"));
            default ->
                body.skipped(
                        Fiction.event("BOOKMARK", "{\"kind\":\"Service\",\"apiVersion\":\"v1\"," + metadata + "}"));
        }
    }

    private Answer finish(StreamBody body, String what) {
        Duration lasts = SPANS.get(random.nextInt(SPANS.size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                Refusals.Refusal refusal = Refusals.status(random);
                body.add(Fiction.event("ERROR", refusal.body()));
                return body.answer(
                        what + " an error",
                        Ending.CLEAN,
                        lasts,
                        refusal.traits().toArray(Trait[]::new));
            }
            case 2 -> {
                body.add(Fiction.event("ERROR", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{}}"));
                return body.answer(what + " an odd error", Ending.CLEAN, lasts);
            }
            case 3 -> {
                body.add("{\"type\":\"ADDED\",\"object\":{\"kind\":}}\n");
                return body.answer(what + " garbage", Ending.CLEAN, lasts);
            }
            default -> {
                return what.equals("stream to") ? cut(body) : end(body, what, lasts);
            }
        }
    }

    private Answer end(StreamBody body, String what, Duration lasts) {
        switch (random.nextInt(4)) {
            case 0 -> {
                return body.answer(what + " a break", Ending.TORN, lasts);
            }
            case 1 -> {
                body.skipped("{\"type\":\"ADDED\",\"object\":{\"kind\":\"Po");
                return body.answer(what + " a break in an event", Ending.TORN, lasts);
            }
            default -> {
                return body.answer(what + " its end", Ending.CLEAN, lasts);
            }
        }
    }

    private Answer cut(StreamBody body) {
        Duration lasts = SPANS.get(random.nextInt(SPANS.size()));
        boolean veryShort = body.counted() == 0 && lasts.toMillis() < 1000;
        return veryShort
                ? body.answer("stream cut at once", Ending.CLEAN, lasts)
                : body.answer("stream cut", random.nextBoolean() ? Ending.CLEAN : Ending.TORN, lasts, Trait.CUT_SHORT);
    }

    /** The events of one watch. */
    private static final class StreamBody {
        private final List<String> parts = new ArrayList<>();
        private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
        private int counted;

        void add(String event) {
            parts.add(event);
            counted++;
        }

        void skipped(String event) {
            parts.add(event);
        }

        void has(Trait trait) {
            traits.add(trait);
        }

        int counted() {
            return counted;
        }

        Answer answer(String what, Ending ending, Duration lasts, Trait... more) {
            traits.addAll(List.of(more));
            return new Answer(what + " " + parts.size() + " parts", traits, 200, parts, ending, lasts);
        }
    }
}
