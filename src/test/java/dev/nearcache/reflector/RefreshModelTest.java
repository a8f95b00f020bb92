package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import dev.nearcache.upstream.WatchStream;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A reflector that lists beside its watch again and again, from a server whose watches lag, end, expire and lose events,
 * and whose cache may be old where the question allows it. What the sink is told never goes back in time; where no event
 * was lost it is exact at each version; and once all has arrived, one more list makes it the truth.
 */
class RefreshModelTest {
    private static final int RUNS = 150;
    private static final int STEPS = 250;

    /** Whether the server forgets to send some events. */
    enum Loss {
        NONE,
        SOME
    }

    private record Happening(String name, boolean gone) {}

    private record Asked(ListerWatcher.ListOptions options, long since, Promise<ListPage> answer) {}

    private final ManualTimers timers = new ManualTimers();
    private final List<Happening> truth = new ArrayList<>();
    private final Server server = new Server();
    private final Seen seen = new Seen();
    private final RecordingObserver observer = new RecordingObserver();
    private final Reflector reflector = new Reflector(
            server,
            seen,
            new ReflectorSettings(
                    500,
                    Duration.ofMinutes(5),
                    Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0),
                    WatchList.NEVER,
                    Duration.ofSeconds(30),
                    Duration.ZERO,
                    Duration.ofMinutes(2),
                    () -> Allowance.UNLIMITED),
            timers,
            new Random(1),
            observer);

    private long newest() {
        return truth.size();
    }

    /** What there was at a version, by name: the version of each object. */
    private Map<String, Long> at(long version) {
        Map<String, Long> objects = new TreeMap<>();
        for (int i = 0; i < version; i++) {
            Happening happening = truth.get(i);
            if (happening.gone()) {
                objects.remove(happening.name());
            } else {
                objects.put(happening.name(), i + 1L);
            }
        }
        return objects;
    }

    private List<KubeObject> objectsAt(long version) {
        List<KubeObject> objects = new ArrayList<>();
        at(version).forEach((name, of) -> objects.add(ReflectorTest.object(name, of)));
        return objects;
    }

    private WatchEvent event(long version) {
        Happening happening = truth.get((int) version - 1);
        KubeObject object = ReflectorTest.object(happening.name(), version);
        if (happening.gone()) {
            return new WatchEvent.Deleted(object);
        }
        return at(version - 1).containsKey(happening.name())
                ? new WatchEvent.Modified(object)
                : new WatchEvent.Added(object);
    }

    /** What is asked, until the model answers it. */
    private final class Server implements ListerWatcher {
        private final List<Asked> lists = new ArrayList<>();
        private final List<Promise<ResourceVersion>> questions = new ArrayList<>();
        private final List<Runnable> watches = new ArrayList<>();
        private final List<Flow> flows = new ArrayList<>();

        @Override
        public Future<ListPage> list(ListOptions options, Allowance allowance) {
            Promise<ListPage> answer = Promise.promise();
            lists.add(new Asked(options, truth.size(), answer));
            return answer.future();
        }

        @Override
        public Future<WatchStream> watch(WatchOptions options) {
            Promise<WatchStream> answer = Promise.promise();
            watches.add(() -> {
                Flow flow = new Flow(options.version().value());
                flows.add(flow);
                answer.complete(flow);
            });
            return answer.future();
        }

        @Override
        public Future<ResourceVersion> newest() {
            Promise<ResourceVersion> answer = Promise.promise();
            questions.add(answer);
            return answer.future();
        }

        /** At the newest version of some moment since it was asked; from a cache, of any that is new enough. */
        private void answer(Random random) {
            Asked asked = lists.remove(random.nextInt(lists.size()));
            if (random.nextInt(6) == 0) {
                asked.answer().fail(new UpstreamException(Reason.INTERNAL, "no", null));
                return;
            }
            String version = asked.options().version();
            // No server has a version 0.
            long least = Math.max(1, version.isEmpty() ? asked.since() : Long.parseLong(version));
            long at = least + random.nextInt((int) (RefreshModelTest.this.newest() - least) + 1);
            asked.answer().complete(new ListPage("", objectsAt(at), ResourceVersion.of(at), ""));
        }
    }

    /** One watch. */
    private final class Flow implements WatchStream {
        private long sent;
        private Consumer<WatchEvent> onEvent = event -> {};
        private Consumer<Ending> onClosed = ending -> {};

        Flow(long sent) {
            this.sent = sent;
        }

        @Override
        public void start(Consumer<WatchEvent> events, Consumer<Ending> closed) {
            onEvent = events;
            onClosed = closed;
        }

        @Override
        public void stop() {
            onEvent = event -> {};
            onClosed = ending -> {};
        }

        private void deliver() {
            if (sent < newest()) {
                sent++;
                onEvent.accept(event(sent));
            }
        }

        private void bookmark() {
            onEvent.accept(new WatchEvent.Bookmark(ResourceVersion.of(sent), false));
        }
    }

    /** What the sink was told; it takes nothing that is not newer than what it has. */
    private static final class Seen implements DeltaSink {
        private final Map<String, Long> objects = new TreeMap<>();
        private final Map<String, Long> latest = new TreeMap<>();
        private long reached;

        @Override
        public void add(KubeObject object) {
            change(object);
            objects.put(object.key().name(), object.resourceVersion().value());
        }

        @Override
        public void update(KubeObject object) {
            add(object);
        }

        @Override
        public void delete(KubeObject object) {
            change(object);
            objects.remove(object.key().name());
        }

        private void change(KubeObject object) {
            long version = object.resourceVersion().value();
            long before = latest.merge(object.key().name(), version, (old, now) -> old < now ? now : -1L);
            assertEquals(version, before, "an event that is not news: " + object);
            assertFalse(version <= reached, "an event of the past: " + object + " after " + reached);
            reached = version;
        }

        @Override
        public void replace(List<KubeObject> list, ResourceVersion version) {
            assertFalse(version.value() < reached, "a list of the past: " + version + " after " + reached);
            Map<String, Long> listed = new TreeMap<>();
            list.forEach(object ->
                    listed.put(object.key().name(), object.resourceVersion().value()));
            listed.forEach((name, of) -> {
                long newest = latest.getOrDefault(name, 0L);
                assertFalse(of < newest, () -> name + " went back from " + newest + " to " + of);
                latest.put(name, of);
            });
            objects.clear();
            objects.putAll(listed);
            reached = version.value();
        }

        @Override
        public void resync() {}

        @Override
        public void bookmark(ResourceVersion version) {
            assertFalse(version.value() < reached, "a bookmark of the past: " + version + " after " + reached);
            reached = version.value();
        }
    }

    private Flow flow() {
        return server.flows.get(server.flows.size() - 1);
    }

    private void step(Random random, Loss loss) {
        boolean open = !server.flows.isEmpty();
        switch (random.nextInt(13)) {
            case 0, 1, 2 -> truth.add(happening(random));
            case 3, 4, 5 -> {
                if (open) {
                    flow().deliver();
                }
            }
            case 6 -> {
                if (open && loss == Loss.SOME && flow().sent < newest()) {
                    flow().sent++;
                } else if (open) {
                    flow().bookmark();
                }
            }
            case 7 -> reflector.refresh(RefreshCause.MISMATCH);
            case 8, 9 -> {
                if (!server.lists.isEmpty()) {
                    server.answer(random);
                }
            }
            case 10 -> {
                if (!server.watches.isEmpty()) {
                    server.watches.remove(0).run();
                }
                server.questions.forEach(question -> question.complete(ResourceVersion.of(newest())));
                server.questions.clear();
            }
            case 11 -> {
                if (open && random.nextInt(3) == 0) {
                    end(flow(), random);
                }
            }
            default -> timers.advance(Duration.ofMillis(random.nextInt(20_000)));
        }
    }

    private static void end(Flow flow, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> flow.onClosed.accept(WatchStream.Ending.ENDED);
            case 1 -> flow.onClosed.accept(WatchStream.Ending.LOST);
            default -> flow.onEvent.accept(new WatchEvent.Failed(ApiStatus.of(410, "Expired", "too old")));
        }
    }

    /** What exists is changed or deleted, and may come again. */
    private Happening happening(Random random) {
        String name = "n" + random.nextInt(6);
        return new Happening(name, at(newest()).containsKey(name) && random.nextInt(3) == 0);
    }

    private void arrive() {
        for (int i = 0; i < 50; i++) {
            timers.advance(Duration.ofSeconds(40));
            while (!server.lists.isEmpty()) {
                Asked asked = server.lists.remove(0);
                asked.answer().complete(new ListPage("", objectsAt(newest()), ResourceVersion.of(newest()), ""));
            }
            while (!server.watches.isEmpty()) {
                server.watches.remove(0).run();
            }
            for (Flow flow = flow(); flow.sent < newest(); ) {
                flow.deliver();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void neverGoesBackAndEndsAtTheTruth(Loss loss) {
        for (long seed = 1; seed <= RUNS; seed++) {
            // Given
            Random random = new Random(seed);
            RefreshModelTest model = new RefreshModelTest();
            model.truth.add(new Happening("first", false));
            model.reflector.start();
            String run = "seed " + seed;
            try {
                // When
                for (int i = 0; i < STEPS; i++) {
                    model.step(random, loss);
                    if (loss == Loss.NONE) {
                        assertEquals(model.at(model.seen.reached), model.seen.objects, "at " + model.seen.reached);
                    }
                }
                model.arrive();
            } catch (AssertionError failed) {
                throw new AssertionError(run, failed);
            }

            // Then
            assertEquals(model.at(model.newest()), model.seen.objects, run);
            assertEquals(model.newest(), model.seen.reached, run);
            model.reflector.stop();
            assertEquals(List.of(), model.timers.pending(), run);
        }
    }
}
