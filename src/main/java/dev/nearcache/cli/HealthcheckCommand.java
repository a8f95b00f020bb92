package dev.nearcache.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One probe, for images without curl. */
@Command(
        name = "healthcheck",
        description = "Asks a running sidecar once how it is: exit code 0 if it is well, 1 if not.",
        mixinStandardHelpOptions = true)
final class HealthcheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagementAddress address = new ManagementAddress();

    @Option(
            names = "--check",
            paramLabel = "CHECK",
            description = "livez, readyz or startupz; default: ${DEFAULT-VALUE}",
            defaultValue = "readyz")
    private Check check = Check.READYZ;

    /** Named as the paths are. */
    enum Check {
        LIVEZ,
        READYZ,
        STARTUPZ;

        String path() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() {
        Probe.Answer answer = new Probe(address, check.path()).ask();
        if (answer.healthy()) {
            spec.commandLine().getOut().println("ok");
            return ExitCode.OK.number();
        }
        spec.commandLine().getErr().println(answer.text());
        return ExitCode.FAILURE.number();
    }
}
