package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.testing.ManualTimers;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(16);
    private static final Duration TICK = DEAD_PEER.dividedBy(8);

    private final ManualTimers timers = new ManualTimers();
    private final List<Promise<Buffer>> pings = new ArrayList<>();
    private final Promise<Void> closed = Promise.promise();
    private final List<String> told = new ArrayList<>();
    private final Link link = new Link(connection(), timers, DEAD_PEER, () -> told.add("dead"));

    private final Link.Follower follower = new Link.Follower() {
        @Override
        public void proven(long nanos) {
            told.add("proven " + Duration.ofNanos(nanos).toSeconds());
        }

        @Override
        public void lost() {
            told.add("lost");
        }
    };

    private HttpConnection connection() {
        return (HttpConnection) Proxy.newProxyInstance(
                LinkTest.class.getClassLoader(), new Class<?>[] {HttpConnection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("ping")) {
                        pings.add(Promise.promise());
                        return pings.get(pings.size() - 1).future();
                    }
                    told.add("close");
                    return closed.future();
                });
    }

    @BeforeEach
    void follow() {
        link.follow(follower);
        link.start();
    }

    @Test
    void aProofIsDatedByItsQuestion() {
        // Given
        timers.advance(TICK.multipliedBy(2));
        assertEquals(1, pings.size());

        // When
        timers.advance(Duration.ofSeconds(3));
        pings.get(0).complete(Buffer.buffer());

        // Then
        assertEquals(List.of("proven 4"), told);
    }

    @Test
    void aConnectionThatAnswersLivesForEver() {
        // When
        for (int i = 0; i < 1_000; i++) {
            timers.advance(TICK.multipliedBy(2));
            pings.get(i).complete(Buffer.buffer());
        }

        // Then
        assertEquals(1_000, told.size());
        assertEquals(1, timers.pending().size());
    }

    @Test
    void bytesKeepItOpenButProveNothing() {
        // When
        for (int i = 0; i < 100; i++) {
            timers.advance(TICK);
            link.heard();
        }

        // Then
        assertEquals(List.of(), told);
        assertEquals(1, pings.size(), "one question at a time");
    }

    @Test
    void aSilentConnectionIsClosedWithinTheLimitAndItsFollowersAreToldAfterwards() {
        // When
        timers.advance(TICK.multipliedBy(6));

        // Then
        assertEquals(List.of("close", "dead"), told);

        // When
        closed.complete();

        // Then
        assertEquals(List.of("close", "dead", "lost"), told);
    }

    @Test
    void oneThatCannotEvenBeClosedIsLeftAtTheLimit() {
        // When
        timers.advance(TICK.multipliedBy(7));

        // Then
        assertEquals(List.of("close", "dead", "lost"), told);
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void whoFollowsNoMoreIsNotTold() {
        // Given
        link.unfollow(follower);

        // When
        timers.advance(DEAD_PEER);

        // Then
        assertEquals(List.of("close", "dead"), told);
    }

    @Test
    void aStoppedOneLeavesNoTimer() {
        // When
        link.stop();
        timers.advance(DEAD_PEER);

        // Then
        assertEquals(List.of(), told);
        assertEquals(List.of(), timers.pending());
    }
}
