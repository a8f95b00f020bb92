package dev.nearcache.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigProblemsTest {
    private static final Map<String, String> POD = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1");

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "apiVersion: nearcache/v2              | c.yaml:1: apiVersion: \"nearcache/v2\" is not one of nearcache/v1",
                "api: {prot: 1}                        | c.yaml:1: api.prot: unknown key; did you mean port? allowed: address, port,",
                "upstreem: {}                          | c.yaml:1: upstreem: unknown key; did you mean upstream? allowed: apiVersion,",
                "api: {zzzzzzzzz: 1}                   | c.yaml:1: api.zzzzzzzzz: unknown key; allowed: address",
                "api: {port: 70000}                    | c.yaml:1: api.port: \"70000\" is not a whole number from 0 to 65535",
                "api: {port: [1]}                      | c.yaml:1: api.port: must be a single value, but is a list",
                "api: 7080                             | c.yaml:1: api: must be a mapping, but is \"7080\"",
                "api: {allowedHosts: localhost}        | c.yaml:1: api.allowedHosts: must be a list, but is \"localhost\"",
                "api: {heartbeat: 15}                  | c.yaml:1: api.heartbeat: \"15\" is not a duration such as",
                "api: {heartbeat: 0s}                  | c.yaml:1: api.heartbeat: \"0s\" is not a duration above zero",
                "api: {heartbeat: -1s}                 | c.yaml:1: api.heartbeat: \"-1s\" is not a duration",
                "api: {heartbeat: 5s3}                 | c.yaml:1: api.heartbeat: \"5s3\" is not a duration",
                "management: {port: 7080}              | c.yaml:1: management.port: is 7080, which is api.port too",
                "history: {bytes: 64MB}                | c.yaml:1: history.bytes: \"64MB\" is not a size such as 64Mi",
                "history: {bytes: 999999999999Gi}      | c.yaml:1: history.bytes: ",
                "history: {events: 0}                  | c.yaml:1: history.events: \"0\" is not a whole number from 1",
                "upstream: {insecureSkipTlsVerify: x}  | c.yaml:1: upstream.insecureSkipTlsVerify: \"x\" is not true or false",
                "upstream: {server: 10.0.0.1}          | c.yaml:1: upstream.server: \"10.0.0.1\" is not an address such as",
                "upstream: {server: 'http://a', context: b} | c.yaml:1: upstream.context: cannot be given beside upstream.server",
                "upstream: {tokenFile: t}              | c.yaml:1: upstream.tokenFile: cannot be given beside a kubeconfig",
                "upstream: {namespaces: [a, b, a]}     | c.yaml:1: upstream.namespaces[2]: \"a\" is given twice",
                "resources: [{resource: pods, namespaces: [a, a]}] | c.yaml:1: resources[0].namespaces[1]: \"a\" is given twice",
                "upstream: {deadPeer: 3000000h}        | c.yaml:1: upstream.deadPeer: \"3000000h\" is too long: at most 8760h",
                "upstream: {watchTimeout: 99999999h}   | c.yaml:1: upstream.watchTimeout: \"99999999h\" is too long: at most 8760h",
                "upstream: {selfCheck: 1ms}            | c.yaml:1: upstream.selfCheck: \"1ms\" is too short: at least 1s",
                "upstream: {safetyRelist: 999ms}       | c.yaml:1: upstream.safetyRelist: \"999ms\" is too short: at least 1s",
                "upstream: {rediscover: 1ms}           | c.yaml:1: upstream.rediscover: \"1ms\" is too short: at least 1s",
                "upstream: {server: 'http://h:99999'}  | c.yaml:1: upstream.server: \"http://h:99999\" is not an address such as",
                "upstream: {server: 'http://h:0'}      | c.yaml:1: upstream.server: \"http://h:0\" is not an address such as",
                "api: {address: not an address}        | c.yaml:1: api.address: \"not an address\" is not an address to listen on",
                "management: {address: ''}             | c.yaml:1: management.address: \"\" is not an address to listen on",
                "upstream: {namespaces: [A]}           | c.yaml:1: upstream.namespaces[0]: \"A\" is not a namespace's name",
                "upstream: {deadPeer: 1s}              | c.yaml:1: upstream.deadPeer: \"1s\" is too short: at least 2s",
                "upstream: {connectTimeout: 0s}        | c.yaml:1: upstream.connectTimeout: \"0s\" is not a duration above zero",
                "upstream: {headerTimeout: 5}          | c.yaml:1: upstream.headerTimeout: \"5\" is not a duration such as",
                "upstream: {watchTimeout: -1s}         | c.yaml:1: upstream.watchTimeout: \"-1s\" is not a duration",
                "upstream: {safetyRelist: never}       | c.yaml:1: upstream.safetyRelist: \"never\" is not a duration",
                "upstream: {selfCheck: off}            | c.yaml:1: upstream.selfCheck: \"off\" is not a duration",
                "upstream: {passthrough: all}          | c.yaml:1: upstream.passthrough: \"all\" is not true or false",
                "upstream: {consistency: eventual}     | c.yaml:1: upstream.consistency: \"eventual\" is not one of cache, upstream",
                "readiness: {maxStaleness: 1}          | c.yaml:1: readiness.maxStaleness: \"1\" is not a duration",
                "upstream: {backoff: {initial: 1m}}    | c.yaml:1: upstream.backoff: initial is longer than max",
                "secrets: {values: clear}              | c.yaml:1: secrets.values: \"clear\" is not one of hash, plain",
                "resources: []                         | c.yaml:1: resources: name at least one type",
                "resources: [{}]                       | c.yaml:1: resources[0].resource: is missing",
                "resources: [{resource: Pods}]         | c.yaml:1: resources[0].resource: \"Pods\" is not a resource name",
                "resources: [{resource: pods, drop: ['a[']}] | c.yaml:1: resources[0].drop[0]: field path \"a[\" is wrong at character 2",
                "resources: [{resource: pods, drop: ['spec.containers[0].env']}] | c.yaml:1: resources[0].drop[0]: field path \"spec.containers[0].env\" is wrong at character 16",
                "resources: [{resource: pods, indexes: {byNode: ''}}] | c.yaml:1: resources[0].indexes.byNode: field path is empty",
                "resources: [{resource: pods, metadataOnly: true, indexes: {n: spec.x}}] | c.yaml:1: resources[0]: index n reads spec.x, which metadataOnly does not fetch",
                "resources: [{resource: pods, labelSelector: '${NO}'}] | c.yaml:1: resources[0].labelSelector: the environment variable NO is not set",
                "resources: [{resource: pods, labelSelector: 'app in (a'}] | c.yaml:1: resources[0].labelSelector: ",
                "resources: [{resource: pods, labelSelector: 'a b'}] | c.yaml:1: resources[0].labelSelector: ",
                "resources: [{resource: pods, fieldSelector: spec.nodeName}] | c.yaml:1: resources[0].fieldSelector: invalid selector: 'spec.nodeName'",
                "resources: [{resource: pods}, {resource: pods.v1}] | c.yaml:1: resources[1].resource: pods.v1 is given twice",
                "resources: [{resource: pods, maxObjects: -1}] | c.yaml:1: resources[0].maxObjects: \"-1\" is not a whole number from 0 to 2147483647",
                "resources: [{resource: pods, maxObjects: 1k}] | c.yaml:1: resources[0].maxObjects: \"1k\" is not a whole number from 0 to 2147483647",
                "resources: [{resource: pods, maxBytes: -1Mi}] | c.yaml:1: resources[0].maxBytes: \"-1Mi\" is not a size such as 64Mi, 512Ki, 1Gi or a number of bytes",
                "resources: [{resource: pods, maxBytes: 1MB}] | c.yaml:1: resources[0].maxBytes: \"1MB\" is not a size such as 64Mi, 512Ki, 1Gi or a number of bytes",
                "resources: [{resource: *other}]       | c.yaml:1: resources[0].resource: YAML aliases are not read",
                "- a                                   | c.yaml:1: must be a mapping of settings, but is a list",
                "api: {port: 1                         | c.yaml:1: not YAML: while parsing a flow mapping: expected",
            })
    void saysWhereAndWhat(String yaml, String problem) {
        // When
        String message = problems(yaml);

        // Then
        assertTrue(message.lines().anyMatch(line -> line.startsWith(problem)), message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "snapshot: {path: /tmp/x}                         | snapshot.path",
                "secrets: {allow: [shop/tls-*]}                   | secrets.allow",
            })
    void refusesASettingWhoseFeatureIsNotBuilt(String yaml, String path) {
        // When
        String message = problems(yaml);

        // Then
        assertTrue(message.contains("c.yaml:1: " + path + ": is not supported yet"), message);
    }

    @Test
    void reportsEveryProblemWithItsLine() {
        // Given
        String yaml = """
                api:
                  port: x
                  port: 7080
                resources:
                  - resource: pods
                    resink: 5s
                  - resource: "-"
                management: {port: y}
                """;

        // When
        List<String> problems = assertThrows(ConfigException.class, () -> load(yaml, Map.of(), POD)).problems().stream()
                .map(problem -> problem.origin() + " " + problem.path())
                .toList();

        // Then
        assertEquals(
                List.of(
                        "c.yaml:2 api.port",
                        "c.yaml:3 api.port",
                        "c.yaml:6 resources[0].resink",
                        "c.yaml:7 resources[1].resource",
                        "c.yaml:8 management.port"),
                problems);
    }

    @Test
    void namesTheFlagOrVariableThatWasWrong() {
        // Given
        Map<Setting, List<String>> flags =
                Map.of(Setting.PORT, List.of("http"), Setting.RESOURCE, List.of("pods", "Pods"));
        Map<String, String> environment =
                Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "NEARCACHE_MANAGEMENT_PORT", "tcp://10.0.0.9:7081");

        // When
        String message = message(() -> load("", flags, environment));

        // Then
        assertTrue(message.contains("--port: api.port: \"http\" is not a whole number"), message);
        assertTrue(message.contains("--resource: resources[1].resource: \"Pods\" is not a resource name"), message);
        assertTrue(message.contains("NEARCACHE_MANAGEMENT_PORT: management.port: \"tcp://10.0.0.9:7081\""), message);
        assertTrue(message.contains("enableServiceLinks: false"), message);
    }

    @Test
    void reportsASyntaxErrorAlone() {
        // Given
        String yaml = """
                api: {prot: 1}
                resources:
                  - resource: [pods
                """;

        // When
        List<Problem> problems = assertThrows(ConfigException.class, () -> load(yaml, Map.of(), POD))
                .problems();

        // Then
        assertEquals(
                List.of("c.yaml:4: not YAML: while parsing a flow sequence: expected ',' or ']', but got <stream end>"),
                problems.stream().map(Problem::toString).toList());
    }

    @ParameterizedTest
    @CsvSource({"PRT, PORT", "LOG_LEVLE, LOG_LEVEL", "RESOURCES, RESOURCE", "KUBE_CONFIG, KUBECONFIG"})
    void namesTheVariableThatAnUnknownOneWasMeantToBe(String wrong, String meant) {
        // When
        String message = message(() -> load(
                "resources: [{resource: pods}]",
                Map.of(),
                Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "NEARCACHE_" + wrong, "12")));

        // Then
        String expected = "NEARCACHE_" + wrong + ": unknown variable; did you mean NEARCACHE_" + meant + "? ";
        assertTrue(message.startsWith(expected), message);
    }

    @ParameterizedTest
    @CsvSource({
        "NEARCACHE_SERVICE_HOST, 10.0.0.9",
        "NEARCACHE_SERVICE_PORT, 7080",
        "NEARCACHE_SERVICE_PORT_HTTP, 7080",
        "NEARCACHE_PORT_7080_TCP, tcp://10.0.0.9:7080",
        "NEARCACHE_PORT_7080_TCP_PROTO, tcp",
        "NEARCACHE_PORT_7080_TCP_PORT, 7080",
        "NEARCACHE_PORT_7080_TCP_ADDR, 10.0.0.9",
        "NEARCACHE_METRICS_SERVICE_HOST, 10.0.0.9",
        "NEARCACHE_METRICS_PORT, tcp://10.0.0.9:7081",
        "NEARCACHE_METRICS_PORT_7081_TCP, tcp://10.0.0.9:7081",
        "NEARCACHE_URL, http://127.0.0.1:7080",
        "NEARCACHE_JAVA_OPTS, -Xmx64m",
        "NEARCACHE_LOG_FORMAT, json",
        "NEARCACHE_LOG_LEVEL, debug",
        "NEARCACHE_CONFIG, c.yaml",
        "NEARCACHED, 1",
    })
    void letsVariablesPassThatAreOursOrOfAServiceNamedNearcache(String variable, String value) {
        // Given
        Map<String, String> environment = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", variable, value);

        // When
        SidecarConfig config = load("resources: [{resource: pods}]", Map.of(), environment);

        // Then
        assertEquals(7080, config.api().port());
    }

    @Test
    void saysThatThereIsNoApiServerOutsideAPod() {
        // When
        String message = message(() -> load("resources: [{resource: pods}]", Map.of(), Map.of("HOME", "/nowhere")));

        // Then
        assertEquals(
                "c.yaml:1: upstream.server: no API server: give --kubeconfig or --server, or run in a pod", message);
    }

    @Test
    void saysThatAFileIsNotThere() {
        // When
        String message = message(() -> ConfigFile.read(Path.of("no-such.yaml")));

        // Then
        assertEquals("no-such.yaml: there is no such file", message);
    }

    private static String problems(String yaml) {
        return message(() -> load(yaml, Map.of(), POD));
    }

    private static String message(Executable loading) {
        return String.valueOf(assertThrows(ConfigException.class, loading).getMessage());
    }

    private static SidecarConfig load(String yaml, Map<Setting, List<String>> flags, Map<String, String> environment) {
        return SidecarConfig.load(new ConfigFile("c.yaml", yaml), flags, environment);
    }
}
