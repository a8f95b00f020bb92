package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a path names, however it is escaped (kubernetes-api.md 0.2). */
class KubePathTest {
    private static final KubePath POD = new KubePath("", "v1", KubePath.Verb.READ, "a", "pods", "p1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/a/pods/p1",
                "/%61pi/v1/namespaces/a/pods/p1",
                "/api/v1/namespaces/a/%70ods/p%31",
                "/api/v1/namespaces%2Fa/pods/p1"
            })
    void anyPartMayBeEscaped(String path) {
        assertEquals(Optional.of(POD), KubePath.parse(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apix/v1/pods", "//api/v1/pods", "/v1/pods"})
    void anotherRootIsNone(String path) {
        assertEquals(Optional.empty(), KubePath.parse(path));
    }
}
