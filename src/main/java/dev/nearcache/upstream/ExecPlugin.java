package dev.nearcache.upstream;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A program that logs us in: an {@code exec} section of a kubeconfig, as client-go follows it.
 *
 * @param setting the place that names it, for messages
 * @param invocation what is run
 * @param version in which it speaks
 * @param installHint what to do where it is missing; empty for nothing
 * @param cluster what it is told of the cluster; empty unless it asks for that
 */
public record ExecPlugin(
        String setting, Invocation invocation, Version version, String installHint, Optional<ExecCluster> cluster) {

    /** The form of what it prints. */
    public enum Version {
        V1("client.authentication.k8s.io/v1"),
        V1BETA1("client.authentication.k8s.io/v1beta1");

        private final String apiVersion;

        Version(String apiVersion) {
            this.apiVersion = apiVersion;
        }

        /** As it stands in JSON. */
        String apiVersion() {
            return apiVersion;
        }
    }

    /**
     * What is run.
     *
     * @param command a path, or a bare name to be found on the PATH
     * @param arguments of it
     * @param environment beside our own; may hold secrets, so it is never shown
     */
    public record Invocation(String command, List<String> arguments, Map<String, String> environment) {
        public Invocation {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }

        /** A process that has not been started, with the environment of this invocation. */
        ProcessBuilder process() {
            ProcessBuilder process = new ProcessBuilder(command);
            process.command().addAll(arguments);
            process.environment().putAll(environment);
            return process;
        }

        /** Whether there is such a program now. */
        boolean installed() {
            if (command.indexOf(File.separatorChar) >= 0) {
                return runnable(Path.of(command));
            }
            String path = process().environment().getOrDefault("PATH", "");
            return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                    .splitAsStream(path)
                    .anyMatch(folder -> runnable(Path.of(folder, command)));
        }

        private static boolean runnable(Path file) {
            return Files.isRegularFile(file) && Files.isExecutable(file);
        }

        @Override
        public String toString() {
            return command;
        }
    }

    /** Which program it is, for messages. */
    String name() {
        return "exec plugin \"" + invocation.command() + "\" (" + setting + ")";
    }

    /** What is wrong when there is no such program, with what to do about it. */
    String missing() {
        String hint = installHint.isEmpty() ? "" : ": " + installHint;
        return name() + " is not installed" + hint;
    }
}
