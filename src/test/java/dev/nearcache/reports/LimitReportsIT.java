package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.config.ConfigException;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of time are settings, and what meets one is tried again. */
@Tag("field-report")
@Timeout(120)
class LimitReportsIT {
    private static final Duration SLOW = Duration.ofMillis(1500);

    @Test
    @DisplayName("CF-09: a list slower than the limit is tried again and again, and nothing is served in part")
    void aListSlowerThanTheLimitIsTriedAgain() throws Exception {
        // Given
        SimulatedUpstream upstream = SimulatedUpstream.quiet();
        await(upstream.faults().inject("pods", Fault.delay(Set.of(Verb.LIST), SLOW)));

        // When
        try (RunningSidecar running = upstream.sidecarWith(
                "upstream: {watchList: never, headerTimeout: 200ms, backoff: {initial: 20ms, max: 50ms}}\n", "pods")) {
            Await.until(() -> upstream.lists("pods").size() >= 4);

            // Then
            assertEquals(503, running.get("/api/v1/pods").status());
        }
    }

    @Test
    @DisplayName("CF-09: a list within the limit is waited for, however slow")
    void aListWithinTheLimitIsWaitedFor() throws Exception {
        // Given
        SimulatedUpstream upstream = SimulatedUpstream.quiet();
        await(upstream.faults().inject("pods", Fault.delay(Set.of(Verb.LIST), SLOW)));

        // When
        try (RunningSidecar running = upstream.sidecarWith("upstream: {watchList: never}\n", "pods")) {
            running.awaitSynced();

            // Then
            assertEquals(1, upstream.lists("pods").size());
            assertEquals(200, running.get("/api/v1/pods").status());
        }
    }

    @ParameterizedTest
    @DisplayName("CF-09: a limit that makes no sense is refused at the start, by its name")
    @CsvSource(
            delimiter = '|',
            value = {
                "upstream: {headerTimeout: -1s}  | upstream.headerTimeout",
                "upstream: {connectTimeout: soon} | upstream.connectTimeout",
                "upstream: {watchTimeout: 0s}    | upstream.watchTimeout",
                "upstream: {syncTimeout: 60s}    | upstream.syncTimeout: unknown key",
                "api: {idleTimeout: -5s}         | api.idleTimeout",
            })
    void aLimitThatMakesNoSenseIsRefused(String yaml, String named) {
        ConfigException refused = assertThrows(
                ConfigException.class, () -> RunningSidecar.config("http://127.0.0.1:1", yaml + "\n", "pods"));
        assertTrue(String.valueOf(refused.getMessage()).contains(named), refused::toString);
    }
}
