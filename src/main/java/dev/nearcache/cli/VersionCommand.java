package dev.nearcache.cli;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which nearcache and which Java this is. */
@Command(
        name = "version",
        description = "Prints the version of nearcache and of Java.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable, IVersionProvider {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        for (String line : getVersion()) {
            spec.commandLine().getOut().println(line);
        }
    }

    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {
            "nearcache " + version,
            "java " + System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vm.name") + ", "
                    + System.getProperty("java.vendor") + ")"
        };
    }
}
