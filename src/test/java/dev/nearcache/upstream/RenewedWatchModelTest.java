package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One watch after the other on a path that delays, stalls, vanishes and ends at random. The truth is the numbers from 1
 * on: whatever happens, they arrive one by one, each once, and what is proven for a moment has come.
 */
class RenewedWatchModelTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(16);
    private static final int RUNS = 60;
    private static final int STEPS = 400;

    /** What the server sends on one connection, which may have vanished without a word. */
    private static final class Flow {
        private final FakeCarrier carrier;
        private long sent;
        private boolean vanished;

        Flow(FakeCarrier carrier, long from) {
            this.carrier = carrier;
            this.sent = from;
        }

        void deliver(long newest) {
            if (!vanished && carrier.isOpen() && sent < newest) {
                sent++;
                carrier.send(event(sent));
            }
        }
    }

    private record Question(long from, long asked, Promise<Carrier> answer) {}

    private final ManualTimers timers = new ManualTimers();
    private final Path path = new Path(timers, DEAD_PEER, Future::succeededFuture);
    private final List<Flow> flows = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();
    private final List<Promise<ResourceVersion>> counts = new ArrayList<>();

    private final Set<Long> countsAsked = new HashSet<>();
    private long caughtUp;

    /** The newest number, by the moment from which on it was. */
    private final NavigableMap<Long, Long> truth = new TreeMap<>(Map.of(0L, 0L));

    private long newest;
    private long seen;
    private final UpstreamObserver proofs = new UpstreamObserver() {
        @Override
        public void proven(long nanos) {
            if (countsAsked.contains(nanos)) {
                Long known = truth.floorEntry(nanos).getValue();
                assertTrue(seen >= known, () -> "proven for " + nanos + ", when there were " + known + " of " + seen);
                caughtUp++;
            }
        }
    };
    private final RenewedWatch.Source source = new RenewedWatch.Source() {
        @Override
        public Future<Carrier> open(ResourceVersion after) {
            Promise<Carrier> answer = Promise.promise();
            questions.add(new Question(after.value(), timers.nanos(), answer));
            return answer.future();
        }

        @Override
        public Future<ResourceVersion> newest() {
            Promise<ResourceVersion> answer = Promise.promise();
            counts.add(answer);
            countsAsked.add(timers.nanos());
            return answer.future();
        }
    };
    private RenewedWatch watch = open();

    private static WatchEvent event(long version) {
        return version % 5 == 0
                ? new WatchEvent.Bookmark(ResourceVersion.of(version), false)
                : new WatchEvent.Modified(Objects.pod("ns", "a", version));
    }

    /** As the reflector does: a watch that ended is followed by another from where it came to. */
    private RenewedWatch open() {
        long from = seen;
        RenewedWatch opened = new RenewedWatch(
                timers,
                DEAD_PEER,
                path,
                flow(from, timers.nanos()).carrier,
                WatchProgress.of(WatchOptions.after(ResourceVersion.of(from), Duration.ofMinutes(5))),
                proofs,
                source);
        opened.start(this::take, ending -> watch = open());
        return opened;
    }

    private Flow flow(long from, long asked) {
        FakeCarrier.Kind kind = from % 3 == 2 ? FakeCarrier.Kind.LINKED : FakeCarrier.Kind.ALONE;
        Flow flow = new Flow(new FakeCarrier(kind, asked), from);
        flows.add(flow);
        return flow;
    }

    private void take(WatchEvent event) {
        assertEquals(event(seen + 1).toString(), event.toString(), "what comes next");
        seen++;
    }

    private void step(Random random) {
        Flow some = flows.get(Math.max(0, flows.size() - 1 - random.nextInt(4)));
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> change();
            case 3, 4, 5 -> some.deliver(newest);
            case 6 -> some.carrier.sendPart();
            case 7 -> some.vanished = random.nextBoolean() || some.vanished;
            case 8 -> some.carrier.end(random.nextBoolean() ? Ending.ENDED : Ending.LOST);
            case 9 -> answer(random);
            case 10 -> restart(random);
            case 11 -> count(random);
            case 12 -> busySpell(random);
            default -> timers.advance(Duration.ofMillis(random.nextInt(6_000)));
        }
        timers.runDeferred();
    }

    private void answer(Random random) {
        if (questions.isEmpty()) {
            return;
        }
        Question question = questions.remove(random.nextInt(questions.size()));
        if (random.nextInt(4) == 0) {
            Reason reason = List.of(Reason.EXPIRED, Reason.TOO_MANY_REQUESTS, Reason.UNREACHABLE)
                    .get(random.nextInt(3));
            question.answer().fail(new UpstreamException(reason, "no", null));
        } else {
            question.answer().complete(flow(question.from(), question.asked()).carrier);
        }
    }

    private void change() {
        newest++;
        truth.put(timers.nanos(), newest);
    }

    /** The newest connection delivers something all the time, more or less late. */
    private void busySpell(Random random) {
        Flow latest = flows.get(flows.size() - 1);
        for (int i = random.nextInt(24); i > 0; i--) {
            change();
            timers.advance(Duration.ofMillis(random.nextInt(700)));
            timers.runDeferred();
            for (int most = random.nextInt(3); most > 0; most--) {
                latest.deliver(newest);
            }
            if (random.nextInt(8) == 0) {
                count(random);
            }
        }
    }

    private void count(Random random) {
        if (!counts.isEmpty()) {
            counts.remove(random.nextInt(counts.size())).complete(ResourceVersion.of(newest));
        }
    }

    private void restart(Random random) {
        if (random.nextInt(5) == 0) {
            watch.stop();
            watch = open();
        }
    }

    private void settle() {
        while (!questions.isEmpty()) {
            answer(new Random(1));
        }
        for (int i = 0; i < 100 && seen < newest; i++) {
            timers.advance(Duration.ofSeconds(100));
            while (!questions.isEmpty()) {
                Question question = questions.remove(0);
                question.answer().complete(flow(question.from(), question.asked()).carrier);
            }
            List.copyOf(flows).forEach(flow -> {
                for (long before = seen - 1; before < seen; ) {
                    before = seen;
                    flow.deliver(newest);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachEventArrivesOnceAndInOrderWhateverThePathDoes(long base) {
        long caughtUp = 0;
        for (long seed = base * 1_000; seed < base * 1_000 + RUNS; seed++) {
            // Given
            Random random = new Random(seed);
            RenewedWatchModelTest model = new RenewedWatchModelTest();
            String run = "seed " + seed;
            try {
                // When
                for (int i = 0; i < STEPS; i++) {
                    model.step(random);
                    long held = model.flows.stream()
                            .filter(flow -> flow.carrier.isHeld())
                            .count();
                    assertEquals(1, held, "connections that somebody holds");
                    assertTrue(model.timers.pending().size() <= 3, "timers");
                }
                model.settle();
            } catch (AssertionError failed) {
                throw new AssertionError(run, failed);
            }

            // Then
            assertEquals(model.newest, model.seen, run);

            // When
            model.watch.stop();
            model.timers.advance(DEAD_PEER);

            // Then
            assertEquals(List.of(), model.timers.pending(), run);
            caughtUp += model.caughtUp;
        }
        assertTrue(caughtUp > 0, "watches catch up with what was asked, now and then: " + caughtUp);
    }
}
