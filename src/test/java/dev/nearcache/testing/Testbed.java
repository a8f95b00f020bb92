package dev.nearcache.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A real kube-apiserver on loopback, from {@code testbed/}, for one test class; tests that use it carry
 * {@code @Tag("testbed")}.
 *
 * <p>It can be killed and started again on the same directory and port, as an API server that comes back. What it
 * prints goes to {@code apiserver.log} in its directory.
 */
public final class Testbed implements AutoCloseable {
    /** Accepted by every server that this class starts; its user is in {@code system:masters}. */
    public static final String ADMIN_TOKEN = "admin-token";

    /** The user {@code reader}, who may do nothing until RBAC grants it. */
    public static final String READER_TOKEN = "reader-token";

    private static final Path MANIFESTS = Path.of("src", "test", "resources", "dev", "nearcache", "testbed");
    private static final Path BIN = Path.of("testbed", "bin");
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path directory;
    private final int port;
    private final List<String> flags;
    private Process process;

    private Testbed(Path directory, int port, List<String> flags, Process process) {
        this.directory = directory;
        this.port = port;
        this.flags = flags;
        this.process = process;
    }

    /**
     * Starts a server on free ports and waits until it is ready; skips the test, saying why, when the testbed is not
     * built.
     *
     * @param directory where it keeps its objects; one that was used before still has them
     * @param flags more of kube-apiserver's
     */
    public static Testbed start(Path directory, String... flags) {
        assumeBuilt("apiserver");
        int port = freePorts();
        return new Testbed(directory, port, List.of(flags), launch(directory, port, List.of(flags)));
    }

    /** Skips the test, saying why, when a program of the testbed is not built. */
    public static void assumeBuilt(String program) {
        assumeTrue(
                Files.isExecutable(BIN.resolve(program)),
                () -> BIN.resolve(program) + " is not built (cd testbed && go build -o bin/ ./...): test skipped");
    }

    /** {@code https://127.0.0.1:PORT}. */
    public String url() {
        return "https://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** What clients verify it by; its certificate is for 127.0.0.1 on any port, so a proxy's too. */
    public Path certificate() {
        return directory.resolve("certs").resolve("apiserver.crt");
    }

    /** Kills the server at once, as a crash would. */
    public void kill() {
        end(process);
    }

    /** Starts it again on the same directory and port, and waits until it is ready. */
    public void restart() {
        kill();
        process = launch(directory, port, flags);
    }

    /** Kills the server, copies all that it holds, and starts it again. */
    public Backup backUp() {
        kill();
        EtcdBackup backup = EtcdBackup.of(directory.resolve("etcd"), directory.resolve("backup"));
        restart();
        return () -> {
            kill();
            backup.restore();
            restart();
        };
    }

    /** Runs kubectl as admin against this server; skips the test when there is no kubectl. */
    public Command kubectl(String... arguments) {
        return Command.run(Duration.ofSeconds(60), kubectlLine(arguments).toArray(String[]::new));
    }

    /** The line of such a command. */
    public List<String> kubectlLine(String... arguments) {
        assumeTrue(Command.isInstalled("kubectl"), "kubectl is not installed: test skipped");
        List<String> command = new ArrayList<>(List.of("kubectl", "--server", url(), "--insecure-skip-tls-verify"));
        command.addAll(List.of("--token", ADMIN_TOKEN));
        command.addAll(List.of(arguments));
        return command;
    }

    /** What kubectl prints, as admin; fails the test when it fails. */
    public String admin(String... arguments) {
        Command command = kubectl(arguments);
        if (command.exit() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + command);
        }
        return command.out();
    }

    /** Applies a file of the tests' resources. */
    public void applyFile(String name) {
        admin("apply", "-f", MANIFESTS.resolve(name).toString());
    }

    /** Applies objects, given as YAML. */
    public void apply(String yaml) throws IOException {
        Path manifest = Files.writeString(Files.createTempFile("manifest", ".yaml"), yaml);
        try {
            admin("apply", "-f", manifest.toString());
        } finally {
            Files.delete(manifest);
        }
    }

    /** The objects of a collection, in order, as texts: what the sidecar holds of them, so without managed fields. */
    public List<String> items(String path) {
        List<String> items = new ArrayList<>();
        for (JsonNode item : SidecarClient.parse(admin("get", "--raw", path)).path("items")) {
            ((ObjectNode) item.path("metadata")).remove("managedFields");
            items.add(item.toString());
        }
        return items;
    }

    /** Runs {@code load} or {@code informer} to its end, with {@code -server} set to this server. */
    public Command run(Duration limit, String program, String... arguments) {
        assumeBuilt(program);
        List<String> command = new ArrayList<>(List.of(BIN.resolve(program).toString(), "-server", url()));
        command.addAll(List.of(arguments));
        return Command.run(limit, command.toArray(String[]::new));
    }

    /** Ends the server; its directory stays. */
    @Override
    public void close() {
        end(process);
    }

    private static Process launch(Path directory, int port, List<String> flags) {
        Path log = directory.resolve("apiserver.log");
        List<String> command = new ArrayList<>(List.of(BIN.resolve("apiserver").toString()));
        command.addAll(List.of("-dir", directory.toString(), "-port", "" + port, "--"));
        command.addAll(flags);
        try {
            Files.createDirectories(directory);
            Process started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            awaitReady(started, log);
            return started;
        } catch (IOException cannotStart) {
            throw new UncheckedIOException(cannotStart);
        }
    }

    private static void awaitReady(Process process, Path log) {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        Thread reader = new Thread(() -> readUntilEnd(process, ready), "testbed-output");
        reader.setDaemon(true);
        reader.start();
        try {
            if (!ready.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the testbed's API server ended at its start: see " + log);
            }
        } catch (TimeoutException late) {
            end(process);
            throw new AssertionError("the testbed's API server is not ready after " + START_LIMIT, late);
        } catch (ExecutionException unreadable) {
            end(process);
            throw new AssertionError("the testbed's API server cannot be read", unreadable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            end(process);
            throw new AssertionError("interrupted while the testbed's API server started", interrupted);
        }
    }

    private static void readUntilEnd(Process process, CompletableFuture<Boolean> ready) {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("ready ")) {
                    ready.complete(true);
                }
            }
            ready.complete(false);
        } catch (IOException closed) {
            ready.completeExceptionally(closed);
        }
    }

    private static void end(Process process) {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A copy of all that a server held at some time. */
    @FunctionalInterface
    public interface Backup {
        /** Kills the server, and starts it again with what it held then: its history is older than it was. */
        void restore();
    }

    /** The first of three ports in a row that are free now: the API server's, and etcd's two. */
    private static int freePorts() {
        for (int attempt = 0; attempt < 100; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (isFree(first) && isFree(first + 1) && isFree(first + 2)) {
                return first;
            }
        }
        throw new AssertionError("no three free ports in a row were found");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
