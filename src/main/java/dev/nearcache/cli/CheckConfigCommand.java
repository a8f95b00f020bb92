package dev.nearcache.cli;

import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what is wrong with a configuration, by line. */
@Command(
        name = "check-config",
        description = "Says what is wrong with a configuration file, by line.",
        mixinStandardHelpOptions = true)
final class CheckConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "configuration file")
    private Path file = Path.of("");

    @Override
    public void run() {
        // The file is for a pod: that this process is in none is nothing wrong with it.
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putIfAbsent("KUBERNETES_SERVICE_HOST", "kubernetes.default.svc");
        SidecarConfig config = SidecarConfig.load(ConfigFile.read(file), Map.of(), environment);
        int types = config.resources().size();
        spec.commandLine().getOut().println(file + ": ok, " + types + (types == 1 ? " resource" : " resources"));
    }
}
