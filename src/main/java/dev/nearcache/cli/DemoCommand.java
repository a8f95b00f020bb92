package dev.nearcache.cli;

import dev.nearcache.Sidecar;
import dev.nearcache.cli.TakenPort.Wanted;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.Setting;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The sidecar on a simulated API server: something to try without a cluster. */
@Command(
        name = "demo",
        description = "Runs a simulated API server with live objects, and the sidecar on it. Needs no cluster.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private LogOptions logging = new LogOptions();

    @Mixin
    private SimulatorOptions simulated = new SimulatorOptions();

    @Option(names = "--port", paramLabel = "PORT", description = "of the API; default: 7080", defaultValue = "7080")
    private String port = "7080";

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            description = "of probes and metrics; default: 7081",
            defaultValue = "7081")
    private String managementPort = "7081";

    @Option(
            names = "--simulator-port",
            paramLabel = "PORT",
            description = "of the simulated API server; default: ${DEFAULT-VALUE}",
            defaultValue = SimulateCommand.DEFAULT_PORT)
    private int simulatorPort = Integer.parseInt(SimulateCommand.DEFAULT_PORT);

    @Override
    public Integer call() {
        logging.apply();
        SimulatorSettings settings = simulated.settings(simulatorPort, spec.commandLine());
        Vertx vertx = Lifecycle.vertx();
        Simulator simulator = Lifecycle.await(
                vertx,
                Simulator.start(vertx, settings),
                List.of(new Wanted("127.0.0.1", simulatorPort, "--simulator-port")));
        Sidecar sidecar = ServeCommand.start(vertx, config(simulator.url()), "--port", "--management-port");
        invite(spec.commandLine().getOut(), simulator.url(), sidecar);
        SyncReport.start(vertx, sidecar, spec.commandLine().getErr());
        return Lifecycle.serve(vertx, () -> sidecar.close().eventually(simulator::close));
    }

    private SidecarConfig config(String server) {
        Map<Setting, List<String>> flags = Map.of(
                Setting.SERVER, List.of(server),
                Setting.PORT, List.of(port),
                Setting.MANAGEMENT_PORT, List.of(managementPort));
        try (InputStream yaml = Objects.requireNonNull(DemoCommand.class.getResourceAsStream("demo.yaml"))) {
            String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
            return SidecarConfig.load(new ConfigFile("demo.yaml", text), flags, Map.of());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void invite(PrintWriter out, String simulator, Sidecar sidecar) {
        String api = "http://127.0.0.1:" + sidecar.apiPort();
        String objects = "/api/v1/namespaces/default/configmaps";
        out.print("""
                The sidecar serves %1$s, its probes and metrics http://127.0.0.1:%2$d,
                the simulated API server %3$s. Ctrl-C ends all. Try in another terminal:

                  curl -s %1$s/v1/resources
                  curl -s '%1$s/api/v1/pods?limit=2'
                  curl -N '%1$s/v1/stream?resource=pods&resource=deployments.apps'

                Follow the config maps, and change one at the API server:

                  curl -N '%1$s/v1/stream?resource=configmaps'
                  curl -s -X POST %3$s%4$s -H 'content-type: application/json' -d '{"metadata":{"name":"hello"},"data":{"a":"1"}}'
                  curl -s -X PATCH %3$s%4$s/hello -H 'content-type: application/merge-patch+json' -d '{"data":{"a":"2"}}'
                  curl -s %1$s/v1/namespaces/default/configmaps/hello
                  curl -s -X DELETE %3$s%4$s/hello

                """.formatted(api, sidecar.managementPort(), simulator, objects));
        out.flush();
    }
}
