package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.nearcache.query.ListResult;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies as they are edited, indented and asked for; paths as they are read. */
class BodiesTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"metadata\":{\"name\":\"ä\",\"resourceVersion\":\"5\",\"uid\":\"u\"},\"spec\":{\"resourceVersion\":\"5\"}} | {\"metadata\":{\"name\":\"ä\",\"resourceVersion\":\"1234\",\"uid\":\"u\"},\"spec\":{\"resourceVersion\":\"5\"}}",
                "{\"spec\":{\"metadata\":{\"resourceVersion\":\"1\"}},\"metadata\":{\"labels\":{\"resourceVersion\":\"2\"},\"resourceVersion\":\"5\"}} | {\"spec\":{\"metadata\":{\"resourceVersion\":\"1\"}},\"metadata\":{\"labels\":{\"resourceVersion\":\"2\"},\"resourceVersion\":\"1234\"}}",
                "{\"spec\":{}} | {\"spec\":{}}",
            })
    void aVersionIsReplacedInItsPlace(String json, String expected) {
        assertEquals(expected, text(BodyEdit.withVersion(bytes(json), "1234")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"metadata\":{\"name\":\"x\"}} | {\"metadata\":{\"annotations\":{\"nearcache.dev/final-state-unknown\":\"true\"},\"name\":\"x\"}}",
                "{\"metadata\":{\"annotations\":{}}} | {\"metadata\":{\"annotations\":{\"nearcache.dev/final-state-unknown\":\"true\"}}}",
                "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}} | {\"metadata\":{\"annotations\":{\"nearcache.dev/final-state-unknown\":\"true\",\"a\":\"b\"}}}",
            })
    void anInferredDeletionIsMarkedInItsAnnotations(String json, String expected) {
        assertEquals(expected, text(BodyEdit.withFinalStateUnknown(bytes(json))));
    }

    @Test
    void yamlIsTheSameDocumentWhereverItsJsonIsCutAndMayBeLeftAnywhere() throws IOException {
        // Given
        String json = "{\"a\":[1,{\"b\":\"x: y\"},[],{}],\"c\":{\"d\":null}}";
        YamlFilter filter = new YamlFilter();
        Buffer out = Buffer.buffer();
        // When
        for (byte one : bytes(json)) {
            filter.write(new byte[] {one}, out);
            YamlFilter left = new YamlFilter();
            left.write(bytes(json.substring(0, 1 + out.length() % json.length())), Buffer.buffer());
            left.close();
            left.close();
        }
        filter.finish(out);
        filter.close();
        // Then
        assertEquals(new ObjectMapper().readTree(json), new YAMLMapper().readTree(out.toString()));
    }

    @Test
    void indentedJsonIsTheSameJsonWhereverItIsCut() throws IOException {
        // Given
        String json = "{\"a\":[1,{\"b\":\"x\\\"{[,:\\\\\"},[],{}],\"c\":{\"d\":null}}";
        PrettyFilter filter = new PrettyFilter();
        Buffer out = Buffer.buffer();
        // When
        for (byte one : bytes(json)) {
            filter.write(new byte[] {one}, out);
        }
        filter.finish(out);
        // Then
        assertEquals(
                "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x\\\"{[,:\\\\\"\n    },\n    [],\n    {}\n  ],\n  \"c\": {\n    \"d\": null\n  }\n}",
                out.toString());
        ObjectMapper mapper = new ObjectMapper();
        assertEquals(mapper.readTree(json), mapper.readTree(out.toString()));
    }

    @Test
    void aListThatGrowsAboveOnePieceOnlyOnceItIsWrittenIsStillWrittenWhole() throws IOException {
        // Given just less than a piece as stored, and more once kinds and blanks are put back
        String padding = "x".repeat(2_000);
        List<KubeObject> pods = IntStream.range(0, 15)
                .mapToObj(i -> Objects.pod("a", "pod-" + i, i + 1, Map.of("padding", padding)))
                .toList();
        ListResult page = new ListResult(pods, ResourceVersion.of(20), Optional.empty(), OptionalLong.empty());
        ResourceType type = new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of());

        // When
        Buffer body = new ListBody(page, new TypeText(type), new PrettyFilter()).whole();

        // Then
        assertEquals(
                15, new ObjectMapper().readTree(body.getBytes()).path("items").size());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "                                                                  | true",
                "*/*                                                               | true",
                "application/json                                                  | true",
                "application/json;stream=watch                                     | true",
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json     | true",
                "application/vnd.kubernetes.protobuf,application/json              | true",
                "application/json;as=Table;v=v1;g=meta.k8s.io                      | false",
                "application/vnd.kubernetes.protobuf                               | false",
                "application/yaml                                                  | false",
                "text/event-stream                                                 | false",
            })
    void jsonIsServedToThoseWhoWouldTakeIt(@Nullable String accept, boolean expected) {
        assertEquals(expected, MediaTypes.allowJson(accept));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/api/v1/pods                           | '' READ '' pods ''",
                "/api/v1/namespaces/a/pods              | '' READ a pods ''",
                "/api/v1/namespaces/a/pods/x            | '' READ a pods x",
                "/api/v1/namespaces                     | '' READ '' namespaces ''",
                "/api/v1/namespaces/a                   | '' READ '' namespaces a",
                "/api/v1/nodes/n                        | '' READ '' nodes n",
                "/apis/apps/v1/deployments              | apps READ '' deployments ''",
                "/api/v1/watch/pods                     | '' WATCH '' pods ''",
                "/api/v1/watch/namespaces/first         | '' WATCH '' namespaces first",
                "/apis/apps/v1/watch/namespaces/a/deployments/d | apps WATCH a deployments d",
            })
    void readsPaths(String path, String expected) {
        KubePath read = KubePath.parse(path).orElseThrow();
        assertEquals(
                expected,
                quoted(read.group()) + " " + read.verb() + " " + quoted(read.namespace()) + " " + quoted(read.plural())
                        + " " + quoted(read.name()));
    }

    @Test
    void pathsOfSubresourcesAndDiscoveryAreOthers() {
        for (String path : new String[] {
            "/api",
            "/api/v1",
            "/apis/apps/v1",
            "/api/v1/watch",
            "/api/v1/namespaces/a/status",
            "/api/v1/namespaces/a/pods/x/log",
            "/api/v1/nodes/n/status"
        }) {
            assertEquals(Optional.empty(), KubePath.parse(path), path);
        }
    }

    @Test
    void anEntityTagIsComparedWeakly() {
        assertTrue(EntityTags.matches("\"a\", W/\"b\"", "\"b\""));
        assertFalse(EntityTags.matches("*", "\"b\""), "on kube-apiserver a star names none");
        assertTrue(EntityTags.isAny("\"a\", *"));
        assertFalse(EntityTags.matches("\"a\"", "\"b\""));
        assertFalse(EntityTags.matches(null, "\"b\""));
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "''" : text;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
