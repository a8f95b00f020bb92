package dev.nearcache.cli;

import dev.nearcache.simulator.SimulatorSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How much the simulated API server has, and how fast it changes. */
final class SimulatorOptions {
    @Option(
            names = "--objects",
            paramLabel = "TYPE=N",
            split = ",",
            description = "number of objects of a type, such as pods=100000; repeat for more")
    private Map<String, Integer> objects = new LinkedHashMap<>();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "changes a second; default: ${DEFAULT-VALUE}",
            defaultValue = "5")
    private int rate = 5;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "the same seed gives the same names and order of changes, not the same times; default: ${DEFAULT-VALUE}",
            defaultValue = "1")
    private long seed = 1;

    /** The settings on a port; wrong values are reported as wrong arguments of the command. */
    SimulatorSettings settings(int port, CommandLine command) {
        try {
            return SimulatorSettings.demo()
                    .withPort(port)
                    .withObjects(objects)
                    .withRate(rate)
                    .withSeed(seed);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(command, String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
