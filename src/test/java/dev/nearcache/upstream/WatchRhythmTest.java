package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A healthy watch over HTTP/1.1, in a cluster whose other types change all the time, is never without a proof for as long
 * as the dead peer's limit, in whatever rhythm its own events come.
 */
class WatchRhythmTest {
    private static final Duration ROUND_TRIP = Duration.ofMillis(30);
    private static final Duration RUN = Duration.ofMinutes(10);

    private final ManualTimers timers = new ManualTimers();
    private final Path path = new Path(timers, Duration.ofSeconds(15), Future::succeededFuture);
    private FakeCarrier server = new FakeCarrier(FakeCarrier.Kind.ALONE, 0);
    private long proven;

    private final UpstreamObserver observer = new UpstreamObserver() {
        @Override
        public void proven(long nanos) {
            proven = Math.max(proven, nanos);
        }
    };

    private final RenewedWatch.Source source = new RenewedWatch.Source() {
        @Override
        public Future<Carrier> open(ResourceVersion after) {
            Promise<Carrier> answer = Promise.promise();
            FakeCarrier renewed = new FakeCarrier(FakeCarrier.Kind.ALONE, timers.nanos());
            timers.schedule(ROUND_TRIP, () -> {
                FakeCarrier before = server;
                server = renewed;
                answer.complete(renewed);
                if (!renewed.isOpen()) {
                    server = before;
                }
            });
            return answer.future();
        }

        @Override
        public Future<ResourceVersion> newest() {
            Promise<ResourceVersion> answer = Promise.promise();
            ResourceVersion now = version();
            timers.schedule(ROUND_TRIP, () -> answer.complete(now));
            return answer.future();
        }
    };

    /** Everything in the cluster has one count, and it is always moving. */
    private ResourceVersion version() {
        return ResourceVersion.of(1 + timers.nanos());
    }

    private void run(Duration deadPeer, Duration gap, long randomMillis, Random random) {
        WatchOptions options = WatchOptions.after(version(), RUN);
        new RenewedWatch(timers, deadPeer, path, server, WatchProgress.of(options), observer, source)
                .start(event -> {}, ending -> {
                    throw new AssertionError("a healthy watch was given up");
                });
        while (timers.nanos() < RUN.toNanos()) {
            Duration quiet = gap.plusMillis(randomMillis == 0 ? 0 : (long) (random.nextDouble() * randomMillis));
            for (long end = timers.nanos() + quiet.toNanos(); timers.nanos() < end; ) {
                timers.advance(Duration.ofNanos(Math.min(end - timers.nanos(), 10_000_000L)));
                assertTrue(
                        timers.nanos() - proven < deadPeer.toNanos(),
                        () -> "stale at " + Duration.ofNanos(timers.nanos()) + " with an event each " + gap);
            }
            server.send(new WatchEvent.Modified(Objects.pod("ns", "a", version().value())));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 15, 60})
    void whateverTheRhythmItIsNeverStale(long deadPeerSeconds) {
        Duration deadPeer = Duration.ofSeconds(deadPeerSeconds);
        for (int share = 1; share <= 40; share++) {
            // Given, When, Then: an event each twentieth of the limit, each tenth, and so on to twice the limit
            new WatchRhythmTest().run(deadPeer, deadPeer.multipliedBy(share).dividedBy(20), 0, new Random(share));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 15, 60})
    void norIfThereIsNone(long deadPeerSeconds) {
        Duration deadPeer = Duration.ofSeconds(deadPeerSeconds);
        for (long seed = 0; seed < 20; seed++) {
            new WatchRhythmTest().run(deadPeer, Duration.ofMillis(5), deadPeer.toMillis(), new Random(seed));
        }
    }
}
