package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, pages, selectors, refusals and discovery, from outside (kubernetes-api.md 1.3 and 2). */
@Timeout(60)
class ListingIT {
    private static final String PODS = "/api/v1/pods";

    @RegisterExtension
    private final QuietSimulator running = new QuietSimulator();

    @Test
    void listsEveryTypeInKeyOrder() {
        for (SimType type : SimType.standard()) {
            // Given
            String root = type.group().isEmpty() ? "/api/" : "/apis/";
            // When
            SimClient.Answer answer = running.client().get(root + type.apiVersion() + "/" + type.plural());
            // Then
            assertEquals(200, answer.code(), type.name());
            JsonNode list = answer.json();
            assertEquals(type.listKind(), list.path("kind").asText());
            assertEquals(
                    SimulatorSettings.quiet().population(type.name()),
                    list.path("items").size());
            List<String> keys = SimClient.keys(list);
            assertEquals(keys.stream().sorted().toList(), keys);
            assertEquals(type.custom(), list.path("items").path(0).has("kind"));
            assertEquals(type.custom(), list.path("metadata").has("continue"));
        }
    }

    @Test
    void podsAreRealistic() {
        // When
        JsonNode pod = running.client().get(PODS).json().path("items").path(7);
        // Then
        assertTrue(
                pod.toString().length() > 5_000, () -> "only " + pod.toString().length());
        assertTrue(pod.path("metadata").path("managedFields").size() > 0);
        assertEquals(
                "ReplicaSet",
                pod.path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("kind")
                        .asText());
        assertTrue(pod.path("status")
                .path("containerStatuses")
                .path(0)
                .path("restartCount")
                .isInt());
    }

    @Test
    void pagesStayAtOneVersionWhileObjectsChange() throws Exception {
        // Given
        JsonNode first = running.client().get(PODS + "?limit=60").json();
        List<String> names = new ArrayList<>(SimClient.keys(first));
        assertEquals(140, first.path("metadata").path("remainingItemCount").asInt());
        JsonNode before = running.client().get(PODS).json();
        running.simulator().world().many("pods", Change.Kind.DELETED, 150).await(5, SECONDS);
        running.simulator().world().many("pods", Change.Kind.ADDED, 10).await(5, SECONDS);
        // When
        String token = first.path("metadata").path("continue").asText();
        while (!token.isEmpty()) {
            JsonNode page =
                    running.client().get(PODS + "?limit=60&continue=" + token).json();
            assertEquals(
                    first.path("metadata").path("resourceVersion"),
                    page.path("metadata").path("resourceVersion"));
            names.addAll(SimClient.keys(page));
            token = page.path("metadata").path("continue").asText();
        }
        // Then
        assertEquals(SimClient.keys(before), names);
    }

    @Test
    void expiredTokensOfferTheRemainderAtTheNewestVersion() throws Exception {
        // Given
        JsonNode first = running.client().get(PODS + "?limit=60").json();
        running.simulator().faults().compact("pods").await(5, SECONDS);
        // When
        SimClient.Answer expired = running.client()
                .get(PODS + "?limit=60&continue="
                        + first.path("metadata").path("continue").asText());
        // Then
        assertEquals(410, expired.code());
        assertEquals("Expired", expired.json().path("reason").asText());
        String replacement = expired.json().path("metadata").path("continue").asText();
        JsonNode rest = running.client().get(PODS + "?continue=" + replacement).json();
        assertEquals(140, rest.path("items").size());
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/pods?resourceVersion=abc | 400 | BadRequest
            /api/v1/pods?limit=x | 400 | BadRequest
            /api/v1/pods?continue=%25%25 | 400 | BadRequest
            /api/v1/pods?labelSelector=a%20b | 400 | BadRequest
            /api/v1/pods?resourceVersionMatch=Exact | 422 | Invalid
            /api/v1/pods?sendInitialEvents=true | 422 | Invalid
            /api/v1/pods?resourceVersion=1&resourceVersionMatch=Exact | 410 | Expired
            /api/v1/pods?resourceVersion=1&limit=1 | 410 | Expired
            /api/v1/pods?watch=1&resourceVersion=abc | 500 | ''
            /api/v1/pods?watch=1&resourceVersion=5&resourceVersionMatch=Exact | 422 | Invalid
            /api/v1/namespaces/team-00/pods/nope | 404 | NotFound
            /api/v1/pods?resourceVersion=99999999 | 504 | Timeout
            /api/v1/nothings | 404 | NotFound
            """)
    void refusesWithStatus(String path, int code, String reason) {
        // When
        SimClient.Answer answer = running.client().get(path);
        // Then
        assertEquals(code, answer.code(), answer::text);
        assertEquals("Status", answer.json().path("kind").asText());
        assertEquals(reason, answer.json().path("reason").asText());
        assertEquals(code, answer.json().path("code").asInt());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            labelSelector=tier%3Dbatch | tier=batch
            labelSelector=tier!%3Dbatch,env | none
            labelSelector=tier+in+(batch,backend),!env | tier=batch,backend
            labelSelector=tier+notin+(batch,backend) | tier=frontend
            """)
    void selectsByLabel(String query, String wanted) {
        // When
        JsonNode list = running.client().get(PODS + "?" + query).json();
        // Then
        for (JsonNode pod : list.path("items")) {
            String tier = pod.path("metadata").path("labels").path("tier").asText();
            assertTrue(wanted.contains(tier), () -> tier + " in " + wanted);
        }
        assertEquals(wanted.equals("none"), list.path("items").isEmpty());
    }

    @Test
    void selectsByFieldAndNamespace() {
        // Given
        JsonNode pod = running.client().get(PODS).json().path("items").path(3);
        String node = pod.path("spec").path("nodeName").asText();
        String namespace = pod.path("metadata").path("namespace").asText();
        // When
        JsonNode list = running.client()
                .get("/api/v1/namespaces/" + namespace + "/pods?fieldSelector=spec.nodeName%3D" + node)
                .json();
        // Then
        assertFalse(list.path("items").isEmpty());
        list.path("items").forEach(found -> {
            assertEquals(node, found.path("spec").path("nodeName").asText());
            assertEquals(namespace, found.path("metadata").path("namespace").asText());
        });
    }

    @Test
    void discoversWhatItServes() {
        // When
        JsonNode core = running.client().get("/api/v1").json();
        JsonNode groups = running.client().get("/apis").json();
        JsonNode widgets = running.client().get("/apis/example.com/v1").json();
        // Then
        assertEquals(
                "v1",
                running.client().get("/api").json().path("versions").path(0).asText());
        assertEquals(6, core.path("resources").size());
        assertEquals(3, groups.path("groups").size());
        assertEquals("Widget", widgets.path("resources").path(0).path("kind").asText());
        assertEquals(
                "apps", running.client().get("/apis/apps").json().path("name").asText());
        assertEquals("ok", running.client().get("/readyz").text());
        assertTrue(running.client()
                .get("/version")
                .json()
                .path("gitVersion")
                .asText()
                .startsWith("v1."));
        assertEquals(
                404, running.client().get("/apis/none.example.com/v1/things").code());
    }

    @Test
    void keepsALogOfRequestsAndTheObjectsThatAreThere() throws Exception {
        // Given
        JsonNode list = running.client().get(PODS + "?limit=500").json();
        // When
        Map<String, SimulatorLog.Identity> snapshot =
                running.simulator().log().snapshot("pods").await(5, SECONDS);
        List<RequestEntry> requests = running.simulator().log().requests().await(5, SECONDS);
        // Then
        assertEquals(SimClient.keys(list), List.copyOf(snapshot.keySet()));
        assertEquals("limit=500", requests.get(requests.size() - 1).query());
    }
}
