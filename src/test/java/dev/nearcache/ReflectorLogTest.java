package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.reflector.Stage;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReflectorLogTest {
    private static final Failure DOWN =
            new Failure(Stage.WATCH_OPEN, Reason.CONNECTION_REFUSED, "refused", Duration.ofMillis(800));
    private static final Failure EXPIRED = new Failure(Stage.WATCH_OPEN, Reason.EXPIRED, "too old", Duration.ZERO);

    private final ReflectorLog log = new ReflectorLog("pods", InstantSource.fixed(Instant.EPOCH));

    @Test
    void saysOnceThatAnOutageIsOver() {
        // Given
        log.watchOpened();
        log.failed(DOWN);
        log.failed(DOWN);
        try (CapturedLog captured = new CapturedLog(ReflectorLog.class)) {
            // When
            log.watchOpened();
            log.watchEnded(Ending.ENDED);
            log.watchOpened();

            // Then
            assertEquals(List.of("INFO watching again resource=pods failures=2"), captured.lines());
        }
    }

    @Test
    void saysNothingAfterAFailureThatNeedsNoWait() {
        // Given
        log.failed(EXPIRED);
        try (CapturedLog captured = new CapturedLog(ReflectorLog.class)) {
            // When
            log.watchOpened();

            // Then
            assertEquals(List.of(), captured.lines());
        }
    }
}
