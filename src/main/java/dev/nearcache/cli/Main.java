package dev.nearcache.cli;

import dev.nearcache.config.ConfigException;
import java.io.PrintWriter;
import java.util.Objects;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Where the process begins. */
@Command(
        name = "nearcache",
        description = "Mirrors Kubernetes resources in memory and serves them on localhost.",
        versionProvider = VersionCommand.class,
        subcommands = {
            ServeCommand.class,
            DemoCommand.class,
            SimulateCommand.class,
            WaitCommand.class,
            HealthcheckCommand.class,
            CheckConfigCommand.class,
            VersionCommand.class
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        OutOfMemory.watchThreads();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        ConfigFlags.addTo(
                Objects.requireNonNull(line.getSubcommands().get("serve")).getCommandSpec());
        explainExitCodes(line);
        line.getSubcommands().values().forEach(Main::explainExitCodes);
        return line.setParameterExceptionHandler(Main::wrongArguments)
                .setExecutionExceptionHandler(Main::failed)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    private static void explainExitCodes(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.meanings());
    }

    private static int wrongArguments(ParameterException wrong, String[] arguments) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("nearcache: " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("See '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE.number();
    }

    private static int failed(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (failure instanceof ConfigException wrong) {
            wrong.problems().forEach(problem -> err.println("nearcache: " + problem));
            return ExitCode.USAGE.number();
        }
        if (failure instanceof CommandFailure expected) {
            err.println("nearcache: " + expected.getMessage());
            return expected.code().number();
        }
        LoggerFactory.getLogger(Main.class).error("a fault of nearcache itself", failure);
        return ExitCode.FAILURE.number();
    }
}
