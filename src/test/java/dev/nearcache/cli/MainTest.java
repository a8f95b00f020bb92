package dev.nearcache.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.Setting;
import dev.nearcache.config.SidecarConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that end: usage, checks, and waiting for all types (WT-01..08, WT-09). */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "serv                           | Did you mean",
                "wait --timeout 1x              | \"1x\" is not a duration such as",
                "wait --management-port x       | is not an int",
                "healthcheck --check health     | expected one of",
                "simulate --rate -1             | rate must be 0 to 10000",
                "simulate --objects pots=1      | objects must be of the types",
                "simulate --log-level loud      | expected one of",
                "check-config no-such.yaml      | no-such.yaml: there is no such file",
            })
    void answersWrongUsageWithTwoAndTheReason(String arguments, String reason) {
        // When
        int exit = run(List.of(arguments.split(" ")).toArray(String[]::new));

        // Then
        assertEquals(2, exit, this::printed);
        assertTrue(err.toString().contains(reason), this::printed);
        assertFalse(err.toString().contains("\tat "), this::printed);
    }

    @Test
    void asksForACommand() {
        // When
        int exit = run();

        // Then
        assertEquals(2, exit);
        assertTrue(err.toString().contains("Missing required subcommand"), this::printed);
    }

    @Test
    void printsItsVersionAndJavas() {
        // When
        int exit = run("version");

        // Then
        assertEquals(0, exit);
        assertTrue(out.toString().startsWith("nearcache "), this::printed);
        assertTrue(out.toString().contains(System.lineSeparator() + "java "), this::printed);
    }

    @Test
    void listsEveryProblemOfAConfiguration() throws IOException {
        // Given
        Path file = folder.resolve("c.yaml");
        Files.writeString(file, "resorces: []\napi: {port: x}\n");

        // When
        int exit = run("check-config", file.toString());

        // Then
        assertEquals(2, exit);
        assertTrue(err.toString().contains(file + ":1: resorces: unknown key; did you mean resources?"), this::printed);
        assertTrue(err.toString().contains(file + ":2: api.port: "), this::printed);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--kubeconfig no-such                                | kubeconfig no-such does not exist",
                "--kubeconfig FOLDER/exec                            | users[me].user.exec.apiVersion: missing",
                "--server http://127.0.0.1:1 --token-file no-such    | tokenFile: the file no-such does not exist",
                "--server https://127.0.0.1:1 --ca-file no-such      | caFile: the file no-such does not exist",
                "--server http://127.0.0.1:1 --config FOLDER/token | api.tokenFile: the file no-such does not exist",
            })
    void answersAWrongWayToTheClusterWithTwoAndOneLine(String arguments, String reason) throws IOException {
        // Given
        Files.writeString(folder.resolve("exec"), """
                current-context: it
                contexts: [{name: it, context: {cluster: here, user: me}}]
                clusters: [{name: here, cluster: {server: 'https://127.0.0.1:1'}}]
                users: [{name: me, user: {exec: {command: login}}}]
                """);
        Files.writeString(folder.resolve("token"), "api: {tokenFile: no-such}");
        String all = "serve --log-level error --resource pods --port 0 --management-port 0 " + arguments;

        // When
        int exit = run(all.replace("FOLDER", folder.toString()).split(" +"));

        // Then
        assertEquals(2, exit, this::printed);
        List<String> lines = err.toString().lines().toList();
        assertEquals(1, lines.size(), this::printed);
        assertTrue(lines.get(0).startsWith("nearcache: "), this::printed);
        assertTrue(lines.get(0).contains(reason), this::printed);
    }

    @Test
    void saysDefaultPortsAndExitCodesInItsHelp() {
        // Given
        SidecarConfig defaults = SidecarConfig.load(
                ConfigFile.none(),
                Map.of(Setting.RESOURCE, List.of("pods"), Setting.SERVER, List.of("http://127.0.0.1:1")),
                Map.of());

        // When
        int exit = run("serve", "--help");

        // Then
        assertEquals(0, exit);
        String help = out.toString().replaceAll("\\s+", " ");
        assertTrue(help.contains("default: " + defaults.api().port()), this::printed);
        assertTrue(help.contains("default: " + defaults.management().port()), this::printed);
        assertTrue(help.contains("Exit codes: 0 "), this::printed);
        assertTrue(help.contains("2 wrong usage or configuration"), this::printed);
    }

    @Test
    void approvesAGoodConfigurationOutsideAPod() throws IOException {
        // Given
        Path file = folder.resolve("c.yaml");
        Files.writeString(file, "resources: [{resource: pods}]\n");

        // When
        int exit = run("check-config", file.toString());

        // Then
        assertEquals(0, exit, this::printed);
        assertEquals(file + ": ok, 1 resource", out.toString().strip());
    }

    @Test
    void waitsUntilTheSidecarIsReady() throws IOException {
        // Given a sidecar that is ready when it is asked for the third time
        AtomicInteger asked = new AtomicInteger();
        try (Answering sidecar = new Answering(() -> asked.incrementAndGet() < 3 ? 503 : 200)) {
            // When
            int exit = run("wait", "--management-url", sidecar.url());

            // Then
            assertEquals(0, exit, this::printed);
            assertEquals(3, asked.get());
        }
    }

    @Test
    void saysWhyTheSidecarIsNotReadyWhenTheWaitIsOver() throws IOException {
        // Given
        try (Answering sidecar = new Answering(() -> 503)) {
            // When
            int exit = run("wait", "--management-url", sidecar.url() + "/", "--timeout", "1s");

            // Then
            assertEquals(1, exit);
            assertTrue(err.toString().contains("not ready after 1000 ms:\nstatus 503"), this::printed);
        }
    }

    @Test
    void probesOnce() throws IOException {
        // Given
        try (Answering sidecar = new Answering(() -> 200)) {
            // When
            int exit = run("healthcheck", "--check", "livez", "--management-url", sidecar.url());

            // Then
            assertEquals(0, exit, this::printed);
        }
    }

    @Test
    void reportsThatNothingListens() throws IOException {
        // Given a port that was free a moment ago
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        // When
        int exit = run("healthcheck", "--management-port", "" + port);

        // Then
        assertEquals(1, exit);
        assertTrue(err.toString().contains("nothing listens at http://127.0.0.1:" + port + "/readyz"), this::printed);
    }

    @Test
    void namesThePortThatIsTakenAndTheFlagThatChoosesAnother() throws IOException {
        // Given
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            // When
            int exit = run("simulate", "--port", "" + port);

            // Then
            assertEquals(1, exit);
            assertTrue(
                    err.toString().contains("port " + port + " of 127.0.0.1 is taken: choose another with --port"),
                    this::printed);
        }
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String printed() {
        return "stdout: " + out + "\nstderr: " + err;
    }

    /** A management port whose probes answer as told. */
    private static final class Answering implements AutoCloseable {
        private final HttpServer server;

        Answering(IntSupplier status) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                int code = status.getAsInt();
                byte[] body = ("status " + code).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(code, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
