package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a path is about decides whether it may be handed on; nobody must get another answer by writing it in another way. */
class OriginPathTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/pods                                       | pods.v1                |
            /api/v1/pods/                                      | pods.v1                |
            /api/v1/watch/pods                                 | pods.v1                |
            /api/v1/watch/namespaces/a/pods/p                  | pods.v1                |
            /api/v1/namespaces                                 | namespaces.v1          |
            /api/v1/namespaces/a                               | namespaces.v1          |
            /api/v1/namespaces/a/status                        | namespaces.v1          | status
            /api/v1/namespaces/a/finalize                      | namespaces.v1          | finalize
            /api/v1/namespaces/a/pods                          | pods.v1                |
            /api/v1/namespaces/a/pods/p/log                    | pods.v1                | log
            /api/v1/nodes/n/proxy/metrics                      | nodes.v1               | proxy
            /api/v1/namespaces/status/secrets                  | secrets.v1             |
            /apis/apps/v1/namespaces/a/deployments/d/scale     | deployments.v1.apps    | scale
            /apis/metrics.k8s.io/v1beta1/nodes                 | nodes.v1beta1.metrics.k8s.io |
            """)
    void readsWhatAPathIsAbout(String path, String resource, String subresource) {
        OriginPath read = OriginPath.parse(path).orElseThrow();
        assertEquals(resource, read.resource().toString());
        assertEquals(Optional.ofNullable(subresource).orElse(""), read.subresource());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/v1",
                "/apis/apps/v1",
                "/api/v1/watch",
                "/api/v1/proxy/namespaces/a/secrets/s",
                "/api/v1//secrets",
                "/api/v1%2F%2Fsecrets",
                "//api/v1/secrets",
                "/api/v1/pods/../secrets",
                "/api/v1/pods/%2e%2e/secrets",
                "/api/v1/./secrets",
                "/apis//v1/secrets/x"
            })
    void readsNoPathThatOthersMayReadInAnotherWay(String path) {
        assertEquals(Optional.empty(), OriginPath.parse(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/secrets",
                "/api/v1/%73ecrets",
                "/api/v1/secrets/",
                "/api/v1/watch/secrets",
                "/api/v1/namespaces/a/secrets/s",
                "/api/v1/namespaces/a/secrets/s/status",
                "/api/v1/watch/namespaces/a/secrets/s",
                "/api/v1/namespaces/a/%73%65crets",
                "/api/v1/namespaces%2Fa%2Fsecrets",
                "/api/v1/namespaces/a%2Fsecrets/x"
            })
    void knowsSecretsHoweverTheyAreWritten(String path) {
        OriginPath read = OriginPath.parse(path).orElseThrow();
        assertTrue(read.isOfSecrets());
        assertTrue(read.text().contains("/secrets"), read::text);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/api/v1/%2573ecrets, /api/v1/%2573ecrets",
        "/api/v1/pods/a b, /api/v1/pods/a%20b",
        "/api/v1/pods/a+b, /api/v1/pods/a%2Bb",
        "/api/v1/pods/p%3Fwatch=1, /api/v1/pods/p%3Fwatch%3D1",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node/,"
                + " /apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode"
    })
    void writesAPathSoThatItIsReadTheSame(String path, String text) {
        assertEquals(text, OriginPath.parse(path).orElseThrow().text());
    }
}
