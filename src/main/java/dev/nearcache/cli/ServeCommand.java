package dev.nearcache.cli;

import dev.nearcache.Sidecar;
import dev.nearcache.cli.TakenPort.Wanted;
import dev.nearcache.config.ApiConfig;
import dev.nearcache.config.SidecarConfig;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the sidecar. */
@Command(
        name = "serve",
        description = "Runs the sidecar. A flag wins over its variable, that over the file, that over the default.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private LogOptions logging = new LogOptions();

    @Override
    public Integer call() {
        logging.apply();
        SidecarConfig config = ConfigFlags.load(spec.commandLine().getParseResult(), System.getenv());
        MemoryLimit.shortage().ifPresent(LOG::warn);
        Vertx vertx = Lifecycle.vertx();
        Sidecar sidecar = start(vertx, config, "--port", "--management-port");
        LOG.atInfo()
                .addKeyValue("address", config.api().address())
                .addKeyValue("port", sidecar.apiPort())
                .addKeyValue("managementPort", sidecar.managementPort())
                .log("serving");
        warnIfOpen(config.api());
        SyncReport.start(vertx, sidecar, spec.commandLine().getErr());
        return Lifecycle.serve(vertx, sidecar::close);
    }

    private static void warnIfOpen(ApiConfig api) {
        if (api.tokenFile().isEmpty() && !isLoopback(api.address())) {
            LOG.atWarn()
                    .addKeyValue("address", api.address())
                    .log(
                            "objects are served beyond this pod, and api.tokenFile is not set: whoever reaches the port reads them");
        }
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    /** Starts a sidecar, or fails with a message that names the port that is taken and its flag. */
    static Sidecar start(Vertx vertx, SidecarConfig config, String portFlag, String managementFlag) {
        List<Wanted> ports = List.of(
                new Wanted(config.api().address(), config.api().port(), portFlag),
                new Wanted(config.management().address(), config.management().port(), managementFlag));
        return Lifecycle.await(vertx, Sidecar.start(vertx, config), ports);
    }
}
