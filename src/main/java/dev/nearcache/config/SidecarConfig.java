package dev.nearcache.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Everything the sidecar is told.
 *
 * @param upstream how the API server is read
 * @param resources the types to cache, never empty, no two of one name
 * @param secrets what becomes of the values of Secrets
 * @param history how much of the past is kept
 * @param api the port that serves objects
 * @param management the port of probes and metrics
 * @param maxStaleness how old a required type may be before the sidecar is not ready; zero for any age
 */
public record SidecarConfig(
        UpstreamConfig upstream,
        List<ResourceConfig> resources,
        SecretValues secrets,
        HistoryConfig history,
        ApiConfig api,
        ManagementConfig management,
        Duration maxStaleness) {

    public SidecarConfig {
        resources = List.copyOf(resources);
        if (resources.isEmpty()) {
            throw new IllegalArgumentException("no resources: name at least one, such as --resource pods");
        }
    }

    /**
     * Reads a configuration. A flag wins over a variable, a variable over the file, the file over the default; each
     * replaces the whole value, lists too.
     *
     * @param file the file, or {@link ConfigFile#none()}
     * @param flags the values of the flags that were given, in their order
     * @param environment the process's environment; empty variables count as not set, and one that begins with
     *     {@code NEARCACHE_} must be known
     * @throws ConfigException with everything that is wrong
     */
    public static SidecarConfig load(
            ConfigFile file, Map<Setting, List<String>> flags, Map<String, String> environment) {
        Problems problems = new Problems();
        VariableNames.rejectUnknown(environment, problems);
        ConfigNode.Mapping tree = YamlTree.read(file, new Variables(environment), problems);
        tree = Overlay.variables(tree, environment);
        tree = Overlay.flags(tree, flags);
        return new Binding(environment, problems).bind(tree);
    }
}
