package dev.nearcache.soak;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.soak.Spans.Look;
import dev.nearcache.soak.Spans.Standing;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** Runs the soak: {@code Soak MINUTES SEED}; exit code 0 if nothing was wrong, else 1. */
public final class Soak {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(15);

    private Soak() {}

    public static void main(String[] arguments) throws Exception {
        SoakOptions options = SoakOptions.parse(arguments);
        // What breaks here is broken on purpose, and netty would tell of each.
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        boolean well;
        // A busy machine holds its event loops up, and says so in vain.
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setBlockedThreadCheckInterval(Duration.ofDays(1).toMillis()));
        try {
            well = run(vertx, options, System.out);
        } finally {
            Waiting.on(vertx.close());
        }
        System.exit(well ? 0 : 1);
    }

    private static boolean run(Vertx vertx, SoakOptions options, PrintStream out) throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "soak"));
        Login login = Login.in(folder, Wire.of(options.seed()));
        Simulator simulator = Waiting.on(Simulator.start(vertx, login.secure(settings(options.seed()))));
        Waiting.on(simulator.faults().jump(Restore.FIRST));
        Waiting.on(simulator.faults().acceptOnly(Set.of(login.token())));
        Proxy proxy = Waiting.on(Proxy.start(vertx, simulator.port()));
        Cluster cluster = new Cluster(simulator, proxy, login);
        try (SidecarProgram sidecar = SidecarProcess.start(cluster, folder)) {
            return run(vertx, options, cluster, sidecar, out);
        }
    }

    private static boolean run(
            Vertx vertx, SoakOptions options, Cluster cluster, SidecarProgram sidecar, PrintStream out)
            throws Exception {
        Random random = new Random(options.seed());
        Findings findings = new Findings(out, options.seed());
        Asker asker = new Asker();
        SidecarStatus status = new SidecarStatus(asker, sidecar.client().apiPort());
        awaitSynced(sidecar, status);
        Truth truth = Truth.of(cluster.simulator(), Restore.FIRST);
        Court court = new Court(truth, findings);
        Clients clients = new Clients(sidecar.client().apiPort(), new Random(random.nextLong()), court);
        Waiting.on(vertx.deployVerticle(clients));
        Run.Parts parts = new Run.Parts(
                sidecar,
                status,
                court,
                clients,
                new ListReader(asker, sidecar.client().apiPort(), truth, findings, new Random(random.nextLong())),
                new Script(cluster, new Random(random.nextLong()), out),
                new Restore(cluster.simulator(), court),
                new Unseen(cluster.simulator(), new Random(random.nextLong())),
                new Vitals(sidecar, asker),
                findings);
        long start = System.nanoTime();
        Run run = new Run(parts, random, out);
        run.play(options.phase(), start + options.length().toNanos());
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        boolean stopped = sidecar.stopWithin(STOP);
        out.println();
        boolean well = new Report(out).print(parts, took, options.seed(), run.quietPoints());
        if (!stopped) {
            out.println("the sidecar did not stop when asked to");
        }
        return well && stopped;
    }

    private static SimulatorSettings settings(long seed) {
        Map<String, Integer> objects =
                Arrays.stream(SoakType.values()).collect(Collectors.toMap(SoakType::resource, SoakType::objects));
        return SimulatorSettings.quiet()
                .withObjects(objects)
                .withObjects(Map.of("namespaces", SoakType.TEAMS.size() + 3))
                .withSeed(seed)
                .withHistory(5_000)
                .withLog(50_000);
    }

    private static void awaitSynced(SidecarProgram sidecar, SidecarStatus status) throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            Map<SoakType, Look> looks = status.ask();
            if (!looks.isEmpty() && looks.values().stream().allMatch(look -> look.standing() == Standing.LIVE)) {
                return;
            }
            if (!sidecar.isAlive() || System.nanoTime() - end > 0) {
                throw new IOException("the sidecar is not ready: " + status + "; its log: " + sidecar.output());
            }
            Waiting.until(System.nanoTime() + Duration.ofMillis(100).toNanos());
        }
    }
}
