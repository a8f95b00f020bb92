package dev.nearcache.reflector;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.Cursor;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A reflector on a real queue and cache, and an API server that is told by text what to answer:
 *
 * <pre>
 *  list 10 a@5 b@6      answers the list, at version 10 ("": the one of no version is 0)
 *  page 10 token a@5    answers with a page and a continue token
 *  list!410 Expired     refuses the list with a Status; so does watch!
 *  list?UNREACHABLE     fails the list below HTTP; so does watch?
 *  open                 accepts the watch
 *  A a@5  M a@6  D a@7  sends ADDED, MODIFIED, DELETED;  B 8 a bookmark, B! 8 the one that marks the end of the list
 *  E 410 Expired        sends an ERROR;  F sends what does not belong there, U 9 an unknown type
 *  close                ends the watch
 *  wait                 lets exactly the wait pass that the reflector is in
 *  pass 2s              lets a time pass
 *  stop                 stops the reflector
 * </pre>
 *
 * <p>Objects are written name@version.
 */
final class ReflectorScript {
    static final Duration INITIAL = Duration.ofMillis(800);
    static final Duration MAX = Duration.ofSeconds(30);

    private static final ApiStatus.Cause TOO_LARGE = new ApiStatus.Cause("ResourceVersionTooLarge", "");
    private static final ApiStatus.Cause TOO_LARGE_BY_MESSAGE = new ApiStatus.Cause("", "Too large resource version");

    final ManualTimers timers = new ManualTimers();
    final FakeListerWatcher server = new FakeListerWatcher();
    final RecordingObserver observer = new RecordingObserver();
    final Reflector reflector;
    final List<FakeWatch> watches = new ArrayList<>();
    final List<Duration> waits = new ArrayList<>();

    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final ResourceCache cache;

    ReflectorScript(WatchList watchList) {
        this(watchList, 500, Duration.ZERO);
    }

    ReflectorScript(WatchList watchList, int pageSize, Duration resync) {
        cache = new ResourceCache(
                List.of(), new HistoryLimits(1_000, 1 << 20, Duration.ofHours(1)), turns::add, timers::now);
        reflector = new Reflector(
                server,
                cache.scope("").sink(),
                settings(pageSize, Duration.ofMinutes(5), Backoff.fresh(INITIAL, MAX, 0), watchList, resync),
                timers,
                new Random(7),
                observer);
        reflector.start();
    }

    /** Settings, with all that goes beyond client-go's switched off. */
    static ReflectorSettings settings(
            int pageSize, Duration watchTimeout, Backoff backoff, WatchList watchList, Duration resync) {
        return new ReflectorSettings(
                pageSize,
                watchTimeout,
                backoff,
                watchList,
                Duration.ofSeconds(30),
                resync,
                Duration.ZERO,
                () -> Allowance.UNLIMITED);
    }

    /** The requests since this was last asked: {@code list 0 limit 500; watch 10}. */
    String requests() {
        return server.requests().stream()
                .map(text ->
                        text.replace(" rv=", " ").replace("limit=", "limit ").replace("continue=", "after "))
                .collect(Collectors.joining("; "));
    }

    /** What the cache shows. */
    String store() {
        List<String> texts = new ArrayList<>();
        for (Cursor<ObjectKey, KubeObject> all = cache.state().objects().first(); all.next(); ) {
            texts.add(text(all.value()));
        }
        return String.join(" ", texts);
    }

    String version() {
        return cache.state().resourceVersion().toString();
    }

    /** The failures that the reflector has told: {@code WATCH_OPEN EXPIRED}. */
    String failures() {
        return observer.failures().stream()
                .map(failure -> failure.stage() + " " + failure.reason())
                .collect(Collectors.joining("; "));
    }

    ReflectorScript run(String steps) {
        for (String step : steps.split(";", -1)) {
            step(step.strip());
            for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
                turn.run();
            }
        }
        return this;
    }

    private void step(String step) {
        String[] words = step.split(" ", -1);
        switch (words[0].replaceAll("[!?].*", "")) {
            case "" -> {}
            case "list", "page", "watch" -> answer(step, words);
            case "open" -> watches.add(server.openWatch());
            case "close" -> watch().close();
            case "wait" -> pass(timers.pending().get(0));
            case "pass" -> timers.advance(Duration.parse("PT" + words[1]));
            case "stop" -> reflector.stop();
            default -> watch().send(event(words));
        }
    }

    private void answer(String step, String[] words) {
        if (step.startsWith("list!")) {
            server.refuseList(status(step.substring(5)));
        } else if (step.startsWith("watch!")) {
            server.refuseWatch(status(step.substring(6)));
        } else if (step.startsWith("list?")) {
            server.failList(Reason.valueOf(step.substring(5)));
        } else if (step.startsWith("watch?")) {
            server.failWatch(Reason.valueOf(step.substring(6)));
        } else if (words[0].equals("page")) {
            server.answerPage(Long.parseLong(words[1]), words[2], objects(words, 3));
        } else {
            server.answerList(Long.parseLong(words[1]), objects(words, 2));
        }
    }

    private void pass(Duration wait) {
        waits.add(wait);
        timers.advance(wait);
    }

    private FakeWatch watch() {
        return watches.get(watches.size() - 1);
    }

    private static WatchEvent event(String[] words) {
        return switch (words[0]) {
            case "A" -> new WatchEvent.Added(object(words[1]));
            case "M" -> new WatchEvent.Modified(object(words[1]));
            case "D" -> new WatchEvent.Deleted(object(words[1]));
            case "B", "B!" -> new WatchEvent.Bookmark(version(words[1]), words[0].equals("B!"));
            case "E" -> new WatchEvent.Failed(status(String.join(" ", words).substring(2)));
            case "F" -> new WatchEvent.Foreign("something else");
            case "U" -> new WatchEvent.Unknown("an unknown type", version(words[1]));
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    /**
     * {@code 504 Timeout Too large resource version}: code, reason ({@code -} for none), message; {@code 504:cause} has
     * the cause of a version in the future by its type, {@code 504:message} by its message.
     */
    private static ApiStatus status(String text) {
        String[] words = text.split(" ", 3);
        String[] code = words[0].split(":", 2);
        return new ApiStatus(
                Integer.parseInt(code[0]),
                words[1].equals("-") ? "" : words[1],
                words.length < 3 ? "no" : words[2],
                code.length < 2 ? List.of() : List.of(code[1].equals("cause") ? TOO_LARGE : TOO_LARGE_BY_MESSAGE),
                Duration.ZERO);
    }

    private static ResourceVersion version(String text) {
        return ResourceVersion.parse(text).orElseThrow();
    }

    private static KubeObject[] objects(String[] words, int from) {
        return Arrays.stream(words, from, words.length)
                .map(ReflectorScript::object)
                .toArray(KubeObject[]::new);
    }

    static KubeObject object(String text) {
        int at = text.indexOf('@');
        return ReflectorTest.object(text.substring(0, at), Long.parseLong(text.substring(at + 1)));
    }

    private static String text(KubeObject object) {
        return object.key().name() + "@" + object.resourceVersion();
    }
}
