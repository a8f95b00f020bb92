package dev.nearcache.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.config.UpstreamConfig.Consistency;
import dev.nearcache.config.UpstreamConfig.Passthrough;
import dev.nearcache.config.UpstreamConfig.WatchList;
import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.SizeLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SidecarConfigTest {
    private static final Map<Setting, List<String>> NO_FLAGS = Map.of();
    private static final Map<String, String> POD = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1");

    @Test
    void givesEverySettingTheDefaultOfTheDocument() {
        // Given a file that says only what has no default, and one that writes every default out
        String least = "resources: [{resource: pods}]";
        String full = """
                apiVersion: nearcache/v1
                upstream:
                  kubeconfig: ~
                  context: ~
                  server: ~
                  tokenFile: ~
                  caFile: ~
                  insecureSkipTlsVerify: false
                  namespaces: []
                  watchList: auto
                  pageSize: 500
                  connectTimeout: 5s
                  headerTimeout: 30s
                  watchTimeout: 5m
                  deadPeer: 15s
                  backoff: {initial: 800ms, max: 30s}
                  safetyRelist: 30m
                  selfCheck: 10m
                  passthrough: false
                  consistency: cache
                resources:
                  - resource: pods
                    namespaces: []
                    labelSelector: ""
                    fieldSelector: ""
                    indexes: {}
                    drop: [metadata.managedFields]
                    keep: []
                    metadataOnly: false
                    resync: 0s
                    maxObjects: 0
                    maxBytes: 0
                    required: true
                history: {events: 20000, bytes: 64Mi, age: 1h}
                api:
                  address: 127.0.0.1
                  port: 7080
                  unixSocket: ~
                  tokenFile: ~
                  allowedHosts: [localhost, 127.0.0.1, "[::1]"]
                  heartbeat: 15s
                  idleTimeout: 60s
                  stallLimit: 30s
                  maxStreams: 5000
                management: {address: 0.0.0.0, port: 7081}
                secrets: {values: hash, allow: []}
                readiness: {maxStaleness: 0s}
                snapshot: {path: ~, interval: 60s}
                """;

        // When
        SidecarConfig config = load(least);

        // Then
        assertEquals(load(full), config);
        assertEquals(new ClusterSource.InCluster(), config.upstream().cluster());
        assertEquals(64L * 1024 * 1024, config.history().bytes());
        assertEquals(7080, config.api().port());
        assertEquals(7081, config.management().port());
    }

    @Test
    void readsEverythingThatAResourceCanSay() {
        // Given
        String yaml = """
                upstream: {namespaces: [shop]}
                resources:
                  - resource: widgets.v1.example.com
                    namespaces: [a, b]
                    labelSelector: app in (web)
                    fieldSelector: spec.nodeName=${NODE_NAME}
                    indexes: {byNode: spec.nodeName}
                    drop: []
                    keep: [spec, status.phase]
                    resync: 1h30m
                    maxObjects: 20000
                    maxBytes: 64Mi
                    required: false
                  - resource: secrets
                """;

        // When
        SidecarConfig config = SidecarConfig.load(
                new ConfigFile("c.yaml", yaml),
                NO_FLAGS,
                Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "NODE_NAME", "node-7"));

        // Then
        ResourceConfig widgets = config.resources().get(0);
        assertEquals(ResourceName.parse("widgets.v1.example.com"), widgets.name());
        assertEquals(List.of("a", "b"), widgets.namespaces());
        assertEquals("app in (web)", widgets.labelSelector());
        assertEquals("spec.nodeName=node-7", widgets.fieldSelector());
        assertEquals(
                Map.of("byNode", FieldPath.parse("spec.nodeName")),
                widgets.layout().indexes());
        assertEquals(List.of(), widgets.layout().drop());
        assertEquals(Duration.ofMinutes(90), widgets.resync());
        assertEquals(new SizeLimits(20_000, 64L << 20), widgets.limits());
        assertEquals(ResourceConfig.Readiness.OPTIONAL, widgets.readiness());
        assertEquals(ValuePolicy.PLAIN, widgets.layout().values());
        ResourceConfig secrets = config.resources().get(1);
        assertEquals(List.of("shop"), secrets.namespaces());
        assertEquals(SizeLimits.NONE, secrets.limits());
        assertEquals(ValuePolicy.HASHED, secrets.layout().values());
    }

    @Test
    void letsAFlagWinOverAVariableOverTheFileOverTheDefault() {
        // Given
        String yaml = "{upstream: {pageSize: 1, headerTimeout: 1s, connectTimeout: 1s}, resources: [{resource: pods}]}";
        Map<String, String> environment = Map.of(
                "KUBERNETES_SERVICE_HOST",
                "10.0.0.1",
                "NEARCACHE_PAGE_SIZE",
                "2",
                "NEARCACHE_HEADER_TIMEOUT",
                "2s",
                "NEARCACHE_NAMESPACE",
                "a, b",
                "NEARCACHE_CONTEXT",
                "");
        Map<Setting, List<String>> flags =
                Map.of(Setting.PAGE_SIZE, List.of("3"), Setting.RESOURCE, List.of("nodes", "deployments.apps"));

        // When
        SidecarConfig config = SidecarConfig.load(new ConfigFile("c.yaml", yaml), flags, environment);

        // Then
        assertEquals(3, config.upstream().pageSize());
        assertEquals(Duration.ofSeconds(2), config.upstream().headerTimeout());
        assertEquals(Duration.ofSeconds(1), config.upstream().connectTimeout());
        assertEquals(Duration.ofMinutes(5), config.upstream().watchTimeout());
        assertEquals(
                List.of("nodes", "deployments.apps"),
                config.resources().stream().map(r -> r.name().toString()).toList());
        assertEquals(List.of("a", "b"), config.resources().get(0).namespaces());
    }

    @Test
    void findsTheClusterByWhatIsNamedThenByWhereItRuns() {
        // Given
        Map<String, String> outside = Map.of("KUBECONFIG", "pom.xml:other");

        // When, Then
        assertEquals(
                new ClusterSource.Kubeconfig(Path.of("k"), Optional.of("dev")),
                cluster("{kubeconfig: k, context: dev}", POD));
        assertEquals(
                new ClusterSource.Server(
                        URI.create("https://a:1"),
                        Optional.of(Path.of("t")),
                        Optional.empty(),
                        ClusterSource.TlsVerification.SKIPPED),
                cluster("{server: 'https://a:1', tokenFile: t, insecureSkipTlsVerify: true}", POD));
        assertEquals(new ClusterSource.InCluster(), cluster("{}", POD));
        assertEquals(new ClusterSource.Kubeconfig(Path.of("pom.xml"), Optional.empty()), cluster("{}", outside));
        assertEquals(
                new ClusterSource.Kubeconfig(Path.of("pom.xml"), Optional.of("dev")),
                cluster("{context: dev}", outside));
    }

    @Test
    void keepsADollarThatIsDoubled() {
        // When
        SidecarConfig config = load("{api: {unixSocket: '/run/$${B}'}, resources: [{resource: pods}]}");

        // Then
        assertEquals(Optional.of(Path.of("/run/${B}")), config.api().unixSocket());
    }

    @Test
    void namesFlagsAndVariablesMechanically() {
        for (Setting setting : Setting.values()) {
            assertTrue(setting.flag().matches("--[a-z]+(-[a-z]+)*"), setting::flag);
            assertEquals(
                    "NEARCACHE_"
                            + setting.flag()
                                    .substring(2)
                                    .toUpperCase(Locale.ROOT)
                                    .replace('-', '_'),
                    setting.variable());
        }
    }

    private static ClusterSource cluster(String upstream, Map<String, String> environment) {
        String yaml = "{upstream: " + upstream + ", resources: [{resource: pods}]}";
        return SidecarConfig.load(new ConfigFile("c.yaml", yaml), NO_FLAGS, environment)
                .upstream()
                .cluster();
    }

    private static SidecarConfig load(String yaml) {
        return SidecarConfig.load(new ConfigFile("c.yaml", yaml), NO_FLAGS, POD);
    }

    @ParameterizedTest
    @EnumSource(WatchList.class)
    void listsAreStreamedAsTheFileSays(WatchList watchList) {
        // Given
        String text = "upstream: {server: \"http://127.0.0.1:1\", watchList: "
                + watchList.name().toLowerCase(Locale.ROOT) + "}\nresources: [{resource: pods}]\n";

        // When
        SidecarConfig config = SidecarConfig.load(new ConfigFile("test.yaml", text), Map.of(), Map.of());

        // Then
        assertEquals(watchList, config.upstream().watchList());
    }

    @Test
    void readsThroughAsTheFileSays() {
        SidecarConfig cached = load("resources: [{resource: pods}]");
        SidecarConfig through =
                load("upstream: {passthrough: true, consistency: upstream}\nresources: [{resource: pods}]");
        assertEquals(Passthrough.OFF, cached.upstream().passthrough());
        assertEquals(Consistency.CACHE, cached.upstream().consistency());
        assertEquals(Passthrough.ON, through.upstream().passthrough());
        assertEquals(Consistency.UPSTREAM, through.upstream().consistency());
        assertEquals(SecretValues.HASH, through.secrets());
    }
}
