package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Tls;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.KubeletVolume;
import dev.nearcache.testing.LoggedInSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.TestAuthority;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports of credentials that expire, rotate or are refused. */
@Tag("field-report")
@Timeout(120)
class CredentialReportsIT {
    private static final List<String> PODS = List.of("pods");
    private static final Set<Verb> WATCH = Set.of(Verb.WATCH);

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        await(vertx.close());
    }

    private Simulator simulator() {
        return simulator(SimulatorSettings.quiet());
    }

    private Simulator simulator(SimulatorSettings settings) {
        return await(Simulator.start(vertx, settings));
    }

    private static String by(String server, Path tokenFile) {
        return "server: '" + server + "', tokenFile: '" + tokenFile + "'";
    }

    private static List<RequestEntry> watches(Simulator simulator) {
        return await(simulator.log().requests()).stream()
                .filter(RequestEntry::watch)
                .toList();
    }

    private static List<String> tokens(List<RequestEntry> requests) {
        return requests.stream()
                .map(request -> request.headers().getOrDefault("authorization", "none"))
                .toList();
    }

    /** A watch that ends within a second is followed by a list, unless an event has come on it. */
    private static void passAnEvent(Simulator simulator, LoggedInSidecar sidecar) {
        await(simulator.world().many("pods", Kind.MODIFIED, 1));
        String version = "\"resourceVersion\":\"" + await(simulator.world().version()) + "\"";
        Await.until(() -> sidecar.get("/v1/resources").body().contains(version));
    }

    @Test
    @DisplayName(
            "AU-01: the request after a swap of the token's volume carries the new token, and nothing is listed again")
    void followsTheTokenOfItsServiceAccount() throws IOException {
        // Given
        KubeletVolume volume = KubeletVolume.mount(directory, Map.of("token", "first"));
        Simulator simulator = simulator();
        Fault first = await(simulator.faults().inject("pods", Fault.requireToken(Set.of("first"))));
        try (LoggedInSidecar sidecar = LoggedInSidecar.start(by(simulator.url(), volume.file("token")), PODS)) {
            sidecar.awaitStates("Synced");
            passAnEvent(simulator, sidecar);

            // When
            volume.replace(Map.of("token", "second"));
            await(simulator.faults().lift("pods", first));
            await(simulator.faults().inject("pods", Fault.requireToken(Set.of("second"))));
            await(simulator.faults().cut("pods", Cut.END));

            // Then
            Await.until(() -> tokens(watches(simulator)).contains("Bearer second"));
            sidecar.awaitStates("Synced");
            assertEquals(0, sidecar.relists());
        }
    }

    @Test
    @DisplayName(
            "AU-02: a watch that is refused with 401 is asked for once more at once, then after the backoff; the log says so")
    void asksOnceMoreWhenAWatchIsRefused() throws IOException {
        // Given
        Path token = Files.writeString(directory.resolve("token"), "t");
        Simulator simulator = simulator();
        StatusBody refusal = StatusBody.of(401, "Unauthorized", "Unauthorized");
        try (CapturedLog log = new CapturedLog("dev.nearcache");
                LoggedInSidecar sidecar = LoggedInSidecar.start(by(simulator.url(), token), PODS)) {
            sidecar.awaitStates("Synced");
            int before = watches(simulator).size();
            await(simulator.faults().inject("pods", Fault.answer(WATCH, 2, refusal)));

            // When
            await(simulator.faults().cut("pods", Cut.END));

            // Then
            Await.until(() -> watches(simulator).size() >= before + 3);
            List<RequestEntry> asked = watches(simulator).subList(before, before + 3);
            Duration toSecond = Duration.between(asked.get(0).at(), asked.get(1).at());
            Duration toThird = Duration.between(asked.get(1).at(), asked.get(2).at());
            assertTrue(toThird.toMillis() >= 200, () -> toSecond + ", then " + toThird);
            assertTrue(
                    log.lines().stream().anyMatch(line -> line.contains("reason=UNAUTHORIZED")), log.lines()::toString);
            sidecar.awaitStates("Synced");
        }
    }

    @Test
    @DisplayName("AU-03: a lasting 401 is a state, a metric and few requests, and heals by itself")
    void showsThatItIsUnauthorized() throws IOException {
        // Given
        Path token = Files.writeString(directory.resolve("token"), "t");
        Simulator simulator = simulator();
        Fault refusal = await(simulator.faults().inject("pods", Fault.unauthorized()));
        try (CapturedLog log = new CapturedLog("dev.nearcache");
                LoggedInSidecar sidecar = LoggedInSidecar.start(by(simulator.url(), token), PODS)) {
            // When
            Await.until(() -> failures(sidecar) >= 3);

            // Then
            assertEquals(List.of("Unauthorized"), sidecar.states());
            Answer ready = sidecar.probe("/readyz?verbose");
            assertEquals(503, ready.status());
            assertTrue(ready.body().contains("Unauthorized"), ready::body);
            long lines = log.lines().stream()
                    .filter(line -> line.contains("reason=UNAUTHORIZED"))
                    .count();
            assertTrue(lines <= failures(sidecar), "no more lines than failures: " + lines);
            assertTrue(failures(sidecar) < 10, "requests back off");

            // When it is over
            await(simulator.faults().lift("pods", refusal));
            sidecar.awaitStates("Synced");
            assertEquals(200, sidecar.probe("/readyz").status());
        }
    }

    @Test
    @DisplayName("AU-03: whoever waits after a 401 does not wait any longer when there is another token")
    void anotherTokenEndsTheWaitAfterA401() throws IOException {
        // Given
        Path token = Files.writeString(directory.resolve("token"), "first");
        Simulator simulator = simulator();
        List<String> types = List.of("pods", "services");
        for (String type : types) {
            await(simulator.faults().inject(type, Fault.requireToken(Set.of("second"))));
        }
        try (LoggedInSidecar sidecar = LoggedInSidecar.startPatient(by(simulator.url(), token), types)) {
            sidecar.awaitStates("Unauthorized");

            // When
            Files.writeString(token, "second");

            // Then: long before the minute of the backoff is over
            sidecar.awaitStates("Synced");
        }
    }

    private static double failures(LoggedInSidecar sidecar) {
        return sidecar.probe("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("nearcache_reflector_failures_total") && line.contains("UNAUTHORIZED"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    @DisplayName("AU-04: no 401 around a rotation becomes visible, though the former token is soon refused")
    void nobodySeesTokensRotate() throws IOException {
        // Given
        KubeletVolume volume = KubeletVolume.mount(directory, Map.of("token", "t0"));
        Simulator simulator = simulator();
        Fault accepted = await(simulator.faults().inject("pods", Fault.requireToken(Set.of("t0"))));
        try (LoggedInSidecar sidecar = LoggedInSidecar.start(by(simulator.url(), volume.file("token")), PODS)) {
            sidecar.awaitStates("Synced");

            for (int round = 1; round <= 12; round++) {
                passAnEvent(simulator, sidecar);

                // When
                volume.replace(Map.of("token", "t" + round));
                int before = watches(simulator).size();
                await(simulator.faults().lift("pods", accepted));
                accepted = await(simulator.faults().inject("pods", Fault.requireToken(Set.of("t" + round))));
                await(simulator.faults().cut("pods", Cut.END));
                String token = "Bearer t" + round;
                Await.until(() -> tokens(watches(simulator)).contains(token));

                // Then
                assertTrue(watches(simulator).size() <= before + 2, "at most one request was refused");
                assertEquals(200, sidecar.probe("/readyz").status());
            }
            sidecar.awaitStates("Synced");
            assertEquals(0, sidecar.relists());
            assertEquals(0, failures(sidecar));
        }
    }

    @Test
    @DisplayName("AU-05: an exec plugin is run again when its token is refused, and once for all who need it")
    void runsThePluginAgain() throws IOException {
        // Given
        Simulator simulator = simulator();
        List<String> types = List.of("pods", "services", "secrets");
        for (String type : types) {
            await(simulator.faults().inject(type, Fault.requireToken(Set.of("token-2"))));
        }
        Path kubeconfig = pluginThatCounts(simulator.url());

        // When
        try (LoggedInSidecar sidecar = LoggedInSidecar.start("kubeconfig: '" + kubeconfig + "'", types)) {
            sidecar.awaitStates("Synced");

            // Then
            assertEquals(2, Files.readAllLines(directory.resolve("runs")).size());
            assertEquals(0, failures(sidecar));
        }
    }

    @Test
    @DisplayName("AU-05: an exec plugin that fails is a state that says what it said, and heals with it")
    void showsWhatThePluginSaid() throws IOException {
        // Given
        Simulator simulator = simulator();
        Path kubeconfig = pluginThatCounts(simulator.url());
        Path working = Files.move(directory.resolve("login"), directory.resolve("working"));
        Path failing = Files.writeString(directory.resolve("login"), "#!/bin/sh\necho 'no session' >&2\nexit 1\n");
        assertTrue(failing.toFile().setExecutable(true));

        try (LoggedInSidecar sidecar = LoggedInSidecar.start("kubeconfig: '" + kubeconfig + "'", PODS)) {
            // When
            sidecar.awaitStates("Unauthorized");
            String body = sidecar.get("/v1/resources").body();
            Files.move(working, failing, StandardCopyOption.REPLACE_EXISTING);

            // Then
            assertTrue(body.contains("failed with exit code 1: no session"), body);
            sidecar.awaitStates("Synced");
        }
    }

    private Path pluginThatCounts(String server) throws IOException {
        Path script = Files.writeString(directory.resolve("login"), """
                #!/bin/sh
                cd "$(dirname "$0")"; echo run >> runs
                printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"token-%s"}}' $(wc -l < runs)
                """);
        assertTrue(script.toFile().setExecutable(true));
        return Files.writeString(directory.resolve("kubeconfig"), """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login,
                  interactiveMode: Never}}}]
                """.formatted(server));
    }

    @Test
    @DisplayName("AU-06: a new authority and a certificate of it are taken over by the next connection")
    void followsTheAuthority() throws Exception {
        // Given
        TestAuthority former = TestAuthority.named("former");
        TestAuthority next = TestAuthority.named("next");
        KubeletVolume volume = KubeletVolume.mount(directory, Map.of("token", "t", "ca.crt", former.certificate()));
        Simulator simulator = simulator(SimulatorSettings.quiet().withTls(tls(former)));
        Proxy proxy = await(Proxy.start(vertx, simulator.port()));
        String upstream = by("https://127.0.0.1:" + proxy.port(), volume.file("token")) + ", caFile: '"
                + volume.file("ca.crt") + "'";
        try (LoggedInSidecar sidecar = LoggedInSidecar.start(upstream, PODS)) {
            sidecar.awaitStates("Synced");
            passAnEvent(simulator, sidecar);
            int before = watches(simulator).size();

            // When
            volume.replace(Map.of("token", "t", "ca.crt", next.certificate()));
            await(simulator.faults().certificate(tls(next)));
            await(proxy.cut(Cut.BREAK));

            // Then
            Await.until(() -> watches(simulator).size() > before);
            sidecar.awaitStates("Synced");
            assertEquals(0, sidecar.relists());
        }
    }

    private static Tls tls(TestAuthority authority) throws Exception {
        TestAuthority.Identity server = authority.server("127.0.0.1");
        return Tls.of(server.certificate(), server.key());
    }

    @Test
    @DisplayName("AU-11: 90 types that were all refused at once come back, and no thread is stuck")
    void manyTypesRecoverTogether() throws IOException {
        // Given
        Path token = Files.writeString(directory.resolve("token"), "t");
        List<SimType> types = IntStream.range(0, 90)
                .mapToObj(i -> SimType.custom("example.com", "v1", "kind" + i + "s", "Kind" + i))
                .toList();
        List<String> names = types.stream().map(SimType::name).toList();
        Simulator simulator =
                simulator(SimulatorSettings.quiet().withTypes(types).withoutObjects());
        try (LoggedInSidecar sidecar = LoggedInSidecar.start(by(simulator.url(), token), names)) {
            sidecar.awaitStates("Synced");
            List<Fault> refusals = names.stream()
                    .map(name -> await(simulator.faults().inject(name, Fault.unauthorized())))
                    .toList();

            // When
            names.forEach(name -> await(simulator.faults().cut(name, Cut.END)));
            sidecar.awaitStates("Unauthorized");
            for (int i = 0; i < refusals.size(); i++) {
                await(simulator.faults().lift(names.get(i), refusals.get(i)));
            }

            // Then
            sidecar.awaitStates("Synced");
            assertNull(ManagementFactory.getThreadMXBean().findDeadlockedThreads());
            Await.until(() -> blockedNow().isEmpty());
        }
    }

    private static List<String> blockedNow() {
        return Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
                .filter(thread -> thread.getThreadState() == Thread.State.BLOCKED)
                .map(thread -> thread.getThreadName())
                .toList();
    }
}
