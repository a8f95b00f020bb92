package dev.nearcache.cli;

import dev.nearcache.cli.TakenPort.Wanted;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The simulated API server alone. */
@Command(
        name = "simulate",
        description = "Runs a simulated API server with live, changing objects.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    static final String DEFAULT_PORT = "7090";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private LogOptions logging = new LogOptions();

    @Mixin
    private SimulatorOptions options = new SimulatorOptions();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "port on 127.0.0.1, 0 for any free one; default: ${DEFAULT-VALUE}",
            defaultValue = DEFAULT_PORT)
    private int port = Integer.parseInt(DEFAULT_PORT);

    @Override
    public Integer call() {
        logging.apply();
        SimulatorSettings settings = options.settings(port, spec.commandLine());
        Vertx vertx = Lifecycle.vertx();
        Simulator simulator = Lifecycle.await(
                vertx, Simulator.start(vertx, settings), List.of(new Wanted("127.0.0.1", port, "--port")));
        PrintWriter out = spec.commandLine().getOut();
        out.println("simulated API server: " + simulator.url());
        out.println("  curl -s '" + simulator.url() + "/api/v1/pods?limit=2'");
        out.flush();
        return Lifecycle.serve(vertx, simulator::close);
    }
}
