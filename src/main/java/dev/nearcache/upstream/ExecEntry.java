package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.upstream.ExecPlugin.Invocation;
import dev.nearcache.upstream.ExecPlugin.Version;
import java.io.File;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code exec} section of a kubeconfig's user. */
final class ExecEntry {
    private static final Set<String> KEYS =
            Set.of("apiVersion", "command", "args", "env", "installHint", "provideClusterInfo", "interactiveMode");

    /** What a plugin may be told of a cluster as the kubeconfig has it. */
    private static final List<String> CLUSTER_TEXTS = List.of("server", "tls-server-name", "proxy-url");

    private static final List<String> CLUSTER_FLAGS = List.of("insecure-skip-tls-verify", "disable-compression");

    /** The extension of a cluster that is meant for plugins. */
    private static final String EXTENSION = "client.authentication.k8s.io/exec";

    private final KubeconfigEntry exec;

    private ExecEntry(KubeconfigEntry exec) {
        this.exec = exec;
    }

    /**
     * The plugin of a user.
     *
     * @param exec the section
     * @param cluster of the same context
     * @throws ClusterAccessException naming the key, also if there is no such program
     */
    static ExecPlugin plugin(KubeconfigEntry exec, KubeconfigEntry cluster) {
        return new ExecEntry(exec).read(cluster);
    }

    private ExecPlugin read(KubeconfigEntry cluster) {
        exec.allowOnly(KEYS);
        Version version = version();
        refuseTerminal(version);
        ExecPlugin plugin = new ExecPlugin(
                exec.setting(),
                new Invocation(command(), exec.texts("args"), environment()),
                version,
                exec.text("installHint").orElse(""),
                exec.flag("provideClusterInfo") ? Optional.of(told(cluster)) : Optional.empty());
        if (!plugin.invocation().installed()) {
            throw new ClusterAccessException(plugin.missing());
        }
        return plugin;
    }

    private Version version() {
        String given = exec.required("apiVersion");
        return Arrays.stream(Version.values())
                .filter(version -> version.apiVersion().equals(given))
                .findFirst()
                .orElseThrow(() -> new ClusterAccessException(exec.at("apiVersion") + ": \"" + given
                        + "\" is not supported; it must be " + Version.V1.apiVersion() + " or "
                        + Version.V1BETA1.apiVersion()));
    }

    /** A plugin that wants a terminal would wait for ever. */
    private void refuseTerminal(Version version) {
        String mode = switch (version) {
            case V1 -> exec.required("interactiveMode");
            case V1BETA1 -> exec.text("interactiveMode").orElse("IfAvailable");
        };
        switch (mode) {
            case "Never", "IfAvailable" -> {}
            case "Always" ->
                throw new ClusterAccessException(
                        exec.at("interactiveMode")
                                + ": Always is not supported, since a sidecar has no terminal; use a plugin that logs in without one");
            default ->
                throw new ClusterAccessException(
                        exec.at("interactiveMode") + ": must be Never or IfAvailable, not \"" + mode + "\"");
        }
    }

    /** As in client-go: beside the kubeconfig if it is a relative path, on the PATH if it is a bare name. */
    private String command() {
        String command = exec.required("command");
        return command.indexOf(File.separatorChar) < 0
                ? command
                : exec.beside(command).toString();
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        for (JsonNode variable : exec.node().path("env")) {
            KubeconfigEntry entry = new KubeconfigEntry(exec.file(), exec.place() + ".env[]", variable);
            environment.put(entry.required("name"), entry.text("value").orElse(""));
        }
        return environment;
    }

    private static ExecCluster told(KubeconfigEntry cluster) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        CLUSTER_TEXTS.forEach(key -> cluster.text(key).ifPresent(value -> known.put(key, value)));
        CLUSTER_FLAGS.stream().filter(cluster::flag).forEach(key -> known.put(key, true));
        for (JsonNode extension : cluster.node().path("extensions")) {
            if (extension.path("name").asText().equals(EXTENSION)) {
                known.set("config", extension.path("extension"));
            }
        }
        return new ExecCluster(known, cluster.material("certificate-authority"));
    }
}
