package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole program at its most verbose, through all that can go wrong with a Secret at hand. */
@Tag("field-report")
@Timeout(120)
class SecretLogsReportIT {
    private static final String TOKEN = "tok-e5b1f0c2d4";
    private static final String VALUE = "the-known-password";
    private static final String ENCODED = Base64.getEncoder().encodeToString(VALUE.getBytes(StandardCharsets.US_ASCII));
    private static final Set<Verb> LIST = Set.of(Verb.LIST);
    private static final Set<Verb> WATCH = Set.of(Verb.WATCH);

    /** Not quoted, so that a parser stumbles over the value itself. */
    private static final String BROKEN =
            "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\",\"resourceVersion\":\"1\"},"
                    + "\"data\":{\"password\":" + ENCODED + "}}";

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        await(vertx.close());
    }

    @Test
    @DisplayName("AU-10: neither token nor Secret stands in any output, whatever goes wrong and however much is logged")
    void tellsNoSecret() throws Exception {
        // Given
        Simulator simulator = await(Simulator.start(vertx, SimulatorSettings.quiet()));
        await(simulator.faults().inject("secrets", Fault.requireToken(Set.of(TOKEN))));
        await(simulator.world().create("secrets", "default", secret()));
        String output;
        try (SidecarProgram program = start(simulator)) {
            Await.until(() -> watches(simulator) == 1);
            String known = "/api/v1/namespaces/default/secrets/known";
            assertTrue(program.client().get(known).body().contains(ENCODED));

            // When
            go(
                    simulator,
                    Fault.answer(WATCH, 2, StatusBody.of(401, "Unauthorized", "Unauthorized")),
                    "UNAUTHORIZED",
                    program);
            go(
                    simulator,
                    Fault.answer(WATCH, 1, 200, Map.of(), "{\"type\":\"ADDED\",\"object\":" + BROKEN + "}\n"),
                    "stage=\"WATCH_STREAM\"",
                    program);
            String list =
                    "{\"kind\":\"SecretList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                            + BROKEN + "]}";
            await(simulator.faults().inject("secrets", Fault.answer(LIST, 1, 200, Map.of(), list)));
            await(simulator.faults().relistWith("secrets", Kind.MODIFIED, 1));
            Await.until(() -> program.printed().contains("the list cannot be read: bad JSON at byte"));
            program.stop();
            output = program.printed();
        }

        // Then
        assertTrue(output.contains(" DEBUG ") || output.contains(" TRACE "), output);
        assertEquals(
                List.of(),
                List.of(TOKEN, VALUE, ENCODED).stream().filter(output::contains).toList());
        assertFalse(output.contains("\tat "), output);
    }

    private static String secret() {
        return "{\"metadata\":{\"name\":\"known\"},\"data\":{\"password\":\"" + ENCODED + "\"}}";
    }

    private void go(Simulator simulator, Fault fault, String sign, SidecarProgram program) {
        int before = watches(simulator);
        await(simulator.faults().inject("secrets", fault));
        await(simulator.faults().cut("secrets", Cut.END));
        Await.until(() -> program.printed().contains(sign) && watches(simulator) > before + 1);
    }

    private SidecarProgram start(Simulator simulator) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), TOKEN);
        return SidecarProgram.start(
                directory, List.of("-Xmx128m"), """
                upstream: {server: "%s", tokenFile: "%s", watchList: never, backoff: {initial: 200ms, max: 1s}}
                resources: [{resource: secrets}]
                secrets: {values: plain}
                management: {address: 127.0.0.1}
                """.formatted(simulator.url(), token), "--log-level=trace");
    }

    private static int watches(Simulator simulator) {
        return (int) await(simulator.log().requests()).stream()
                .filter(RequestEntry::watch)
                .count();
    }
}
