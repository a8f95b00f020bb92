package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers in the forms that clients ask for (kubernetes-api.md 2.6, 2.7, 3.10, 7.10), over real sockets. */
class FormsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final String PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    private static final String PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    private static final ResourceType WIDGETS =
            new ResourceType("ex.io", "v1", "widgets", "widget", "Widget", "WidgetList", true, List.of());

    private final Vertx vertx = Vertx.vertx();
    private final FedResource pods = FedResource.pods();
    private final FedResource widgets = new FedResource(WIDGETS, ObjectLayout.whole(), FedResource.ROOMY);
    private int port;

    @BeforeEach
    void start() {
        pods.list(10, pod("a", "x", 3), pod("a", "y", 5));
        widgets.list(20);
        port = FedApi.start(vertx, pods, widgets).port();
    }

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    private RawStream get(String path, String accept) throws IOException {
        return RawStream.get(port, path, accept.isEmpty() ? Map.of() : Map.of("Accept", accept), LIMIT);
    }

    private JsonNode json(String path, String accept) throws IOException {
        try (RawStream answer = get(path, accept)) {
            assertEquals(200, answer.status());
            return JSON.readTree(answer.rest());
        }
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            none | pods | ~~ | PodList
            anything | pods | */* | PodList
            anything, least liked | pods | application/json;as=Table;v=v1;g=meta.k8s.io;q=0.1, */*;q=0.5 | PodList
            protobuf first | pods | application/vnd.kubernetes.protobuf,application/json | PodList
            unknown first | pods | unrecognized/stuff,application/json; pretty=1 | PodList
            unknown transform first | pods | application/json;as=BOGUS;v=v1beta1;g=meta.k8s.io, application/json | PodList
            Table | pods | application/json;as=Table;v=v1;g=meta.k8s.io | Table meta.k8s.io/v1
            Table, blanks | pods | application/json; as=Table; v=v1; g=meta.k8s.io | Table meta.k8s.io/v1
            Table v1beta1 | pods | application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json | Table meta.k8s.io/v1beta1
            protobuf Table then JSON | pods | application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io | Table meta.k8s.io/v1beta1
            Table of any type | pods | */*;as=Table;v=v1;g=meta.k8s.io | Table meta.k8s.io/v1
            Table of an object | namespaces/a/pods/x | application/json;as=Table;v=v1;g=meta.k8s.io | Table meta.k8s.io/v1
            metadata v1beta1 before v1 | namespaces/a/pods/x | application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io,application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io | PartialObjectMetadata meta.k8s.io/v1beta1
            metadata v1alpha1, then plain | namespaces/a/pods/x | application/json;as=PartialObjectMetadata;v=v1alpha1;g=meta.k8s.io,application/json | Pod
            metadata of a list | pods | application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io | PartialObjectMetadataList meta.k8s.io/v1
            sv of this group | pods | application/json;sv=v1 | PodList
            no weight is no refusal | pods | application/json;q=0 | PodList
            """)
    void theFirstClauseThatCanBeServedWins(String row, String path, String accept, String kind) throws IOException {
        JsonNode body = json("/api/v1/" + path, accept);
        String seen = body.path("kind").asText();
        assertEquals(
                kind,
                seen.startsWith("Pod")
                        ? seen
                        : seen + " " + body.path("apiVersion").asText());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            another type | pods | text/html | 406: Not Acceptable\\n\\nAvailable representations: application/json, application/yaml
            no type | pods | application | 406: Not Acceptable\\n\\nAvailable representations: application/json, application/yaml
            a wildcard that the router does not know | pods | application/* | 406: Not Acceptable\\n\\nAvailable representations: application/json, application/yaml
            capitals | pods | APPLICATION/JSON | 406: Not Acceptable\\n\\nAvailable representations: application/json, application/yaml
            protobuf alone | pods | application/vnd.kubernetes.protobuf | only the following media types are accepted: application/json, application/yaml
            Table v1alpha1 | pods | application/json;as=Table;v=v1alpha1;g=meta.k8s.io | only the following media types are accepted: application/json, application/yaml
            Table of another group | pods | application/json;as=Table;v=v1;g=foo | only the following media types are accepted: application/json, application/yaml
            a version without a kind | pods | application/json;v=v1 | only the following media types are accepted: application/json, application/yaml
            another stream | pods | application/json;stream=foo | only the following media types are accepted: application/json, application/yaml
            metadata of one, asked of a list | pods | application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io | you requested PartialObjectMetadata, but the requested object is a list (*core.PodList)
            metadata of a list, asked of one | namespaces/a/pods/x | application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io | you requested PartialObjectMetadataList, but the requested object is not a list (*core.Pod)
            a watch in YAML | pods?watch=1 | application/yaml | only the following media types are accepted: application/json;stream=watch
            a watch in YAML, before JSON | pods?watch=1 | application/yaml,application/json | only the following media types are accepted: application/json;stream=watch
            a watch in another type | pods?watch=1 | application/XYZ | 406: Not Acceptable\\n\\nAvailable representations: application/json, application/yaml
            """)
    void whatCannotBeServedIsRefusedInTheApiServersWords(String row, String path, String accept, String message)
            throws IOException {
        try (RawStream answer = get("/api/v1/" + path, accept)) {
            assertEquals(406, answer.status());
            String body = answer.rest();
            JsonNode status =
                    accept.startsWith("application/yaml") ? new YAMLMapper().readTree(body) : JSON.readTree(body);
            assertEquals("NotAcceptable", status.path("reason").asText());
            assertEquals(message.replace("\\n", "\n"), status.path("message").asText());
        }
    }

    @Test
    void customTypesHaveNoRouterThatLooksFirst() throws IOException {
        assertEquals(
                "WidgetList",
                json("/apis/ex.io/v1/widgets", "application/*").path("kind").asText());
    }

    @Test
    void yamlIsTheSameDocument() throws IOException {
        for (String path : List.of("/api/v1/pods", "/api/v1/namespaces/a/pods/x", "/apis/ex.io/v1/widgets")) {
            try (RawStream answer = get(path, "application/yaml")) {
                assertEquals("application/yaml", answer.header("content-type"));
                assertEquals(json(path, ""), new YAMLMapper().readTree(answer.rest()), path);
            }
        }
    }

    @Test
    void failuresAreToldInTheFormThatTheClientReads() throws IOException {
        try (RawStream answer = get("/api/v1/namespaces/a/pods/none", "application/yaml")) {
            assertEquals(404, answer.status());
            assertEquals("application/yaml", answer.header("content-type"));
            assertEquals(
                    "pods \"none\" not found",
                    new YAMLMapper().readTree(answer.rest()).path("message").asText());
        }
    }

    @Test
    void ownPathsServeJsonAlone() throws IOException {
        try (RawStream answer = get("/v1/pods", "application/yaml")) {
            assertEquals(406, answer.status());
            assertEquals(
                    "only the following media types are accepted: application/json",
                    new YAMLMapper().readTree(answer.rest()).path("message").asText());
        }
    }

    @Test
    void metadataIsThatOfTheObjects() throws IOException {
        JsonNode whole = json("/api/v1/namespaces/a/pods/x", "");
        JsonNode partial = json("/api/v1/namespaces/a/pods/x", PARTIAL);
        assertEquals("PartialObjectMetadata", partial.path("kind").asText());
        assertEquals(whole.path("metadata"), partial.path("metadata"));
        assertEquals(3, partial.size());
        JsonNode list = json("/api/v1/pods?limit=1", PARTIAL_LIST);
        assertEquals("10", list.path("metadata").path("resourceVersion").asText());
        assertEquals(1, list.path("metadata").path("remainingItemCount").asInt());
        assertEquals(partial, list.path("items").get(0));
        assertTrue(json("/apis/ex.io/v1/widgets", PARTIAL_LIST).path("items").isNull());
    }

    @Test
    void aTableHasARowForEachObject() throws IOException {
        // When
        JsonNode table = json("/api/v1/pods?limit=1", TABLE);
        // Then
        assertEquals("10", table.path("metadata").path("resourceVersion").asText());
        assertEquals(1, table.path("metadata").path("remainingItemCount").asInt());
        assertEquals("Name", table.path("columnDefinitions").get(0).path("name").asText());
        assertEquals("x", table.path("rows").get(0).path("cells").get(0).asText());
        assertEquals(
                json("/api/v1/namespaces/a/pods/x", PARTIAL),
                table.path("rows").get(0).path("object"));
        assertEquals(0, json("/apis/ex.io/v1/widgets", TABLE).path("rows").size());
        assertEquals(
                "3",
                json("/api/v1/namespaces/a/pods/x", TABLE)
                        .path("metadata")
                        .path("resourceVersion")
                        .asText());
    }

    @Test
    void aRowShowsAsMuchOfItsObjectAsIsAskedFor() throws IOException {
        JsonNode whole = json("/api/v1/namespaces/a/pods/x", "");
        assertEquals(whole, row("Object").path("object"));
        assertTrue(row("None").path("object").isNull());
        assertEquals(
                "PartialObjectMetadata",
                row("Metadata").path("object").path("kind").asText());
        try (RawStream answer = get("/api/v1/pods?includeObject=Bogus", TABLE)) {
            assertEquals(400, answer.status());
            assertEquals(
                    "Unable to convert to Table as requested: includeObject: Invalid value: \"Bogus\": must be 'Metadata',"
                            + " 'Object', 'None', or empty",
                    JSON.readTree(answer.rest()).path("message").asText());
        }
        assertEquals(
                "PodList",
                json("/api/v1/pods?includeObject=Bogus", "").path("kind").asText());
    }

    @Test
    void noTagStandsForATableSinceItsAgesMoveOn() throws IOException {
        for (String path : List.of("/api/v1/pods", "/api/v1/namespaces/a/pods/x")) {
            Map<String, String> headers = Map.of("Accept", TABLE, "If-None-Match", "*");
            try (RawStream answer = RawStream.get(port, path, headers, LIMIT)) {
                assertEquals(200, answer.status());
                assertFalse(answer.headers().containsKey("etag"));
            }
        }
    }

    private JsonNode row(String include) throws IOException {
        return json("/api/v1/pods?includeObject=" + include, TABLE).path("rows").get(0);
    }

    @Test
    void aWatchOfTablesTellsItsColumnsOnceAndItsBookmarksAreTablesToo() throws IOException {
        // Given
        String path = "/api/v1/pods?watch=1&allowWatchBookmarks=true&timeoutSeconds=5";
        try (RawStream watch = get(path, TABLE + ";stream=watch")) {
            // When
            JsonNode first = JSON.readTree(watch.line());
            JsonNode second = JSON.readTree(watch.line());
            JsonNode mark = JSON.readTree(watch.line());
            // Then
            assertEquals("application/json", watch.header("content-type"));
            assertEquals("ADDED", first.path("type").asText());
            assertEquals("Table", first.path("object").path("kind").asText());
            assertTrue(first.path("object").path("columnDefinitions").isArray());
            assertTrue(second.path("object").path("columnDefinitions").isNull());
            assertEquals(
                    "3",
                    first.path("object")
                            .path("metadata")
                            .path("resourceVersion")
                            .asText());
            JsonNode object = mark.path("object").path("rows").get(0).path("object");
            assertEquals("BOOKMARK", mark.path("type").asText());
            assertEquals("10", object.path("metadata").path("resourceVersion").asText());
            assertEquals(
                    "true",
                    object.path("metadata")
                            .path("annotations")
                            .path("k8s.io/initial-events-end")
                            .asText());
        }
    }

    @Test
    void aWatchOfMetadataShowsThatOfEachEvent() throws IOException {
        try (RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=10&timeoutSeconds=5", PARTIAL)) {
            assertEquals(200, watch.status());
            pods.feed(sink -> sink.add(pod("a", "z", 11)));
            JsonNode event = JSON.readTree(watch.line());
            assertEquals("ADDED", event.path("type").asText());
            assertEquals(
                    "PartialObjectMetadata", event.path("object").path("kind").asText());
            assertEquals("z", event.path("object").path("metadata").path("name").asText());
        }
    }

    @Test
    void aWatchOfMetadataListsIsOverAtOnce() throws IOException {
        try (RawStream watch = get("/api/v1/pods?watch=1&timeoutSeconds=60", PARTIAL_LIST)) {
            assertEquals(200, watch.status());
            assertEquals("", watch.rest());
        }
    }
}
