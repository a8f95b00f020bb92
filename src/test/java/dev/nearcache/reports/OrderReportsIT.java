package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.Sidecar;
import dev.nearcache.SyncProgress;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader.Event;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Public reports on order and identity (docs/field-reports.md): what a relist, or a late event, may do to readers. */
@Tag("field-report")
class OrderReportsIT {
    private static final String PODS =
            "pods\n    indexes: {byUid: metadata.uid, byOwner: 'metadata.ownerReferences[*].uid'}";

    private final CachedPods pods =
            CachedPods.start(SimulatorSettings.quiet().withObjects(Map.of("pods", 300)), "{watchList: never, ", PODS);

    @AfterEach
    void stop() {
        pods.close();
    }

    @Test
    @DisplayName("OR-01: a server that is behind is not believed: relists ask for what we have, and nothing goes back")
    void aServerThatIsBehindTakesNothingBack() throws Exception {
        // Given: readers that look all the time, and a server whose first answer says that it is behind
        await(pods.simulator().churn().step(100));
        SimObject gone =
                await(pods.simulator().world().many("pods", Kind.DELETED, 1)).get(0);
        pods.awaitSame();
        long held = pods.version();
        StatusBody behind = StatusBody.of(504, "Timeout", "Too large resource version: " + held + ", current: 1");
        await(pods.simulator().faults().inject("pods", Fault.answer(Set.of(Verb.LIST), 1, behind)));
        int before = pods.requests().size();
        // When
        Map<String, Long> newest = new HashMap<>();
        AtomicBoolean relisted = new AtomicBoolean();
        pods.relist();
        Await.until(() -> {
            for (JsonNode pod : pods.items("")) {
                String uid = pod.path("metadata").path("uid").asText();
                long version = pod.path("metadata").path("resourceVersion").asLong();
                // Then
                assertFalse(uid.equals(gone.uid()), "a deleted object returned");
                assertTrue(newest.merge(uid, version, Math::max) == version, "an object went back: " + pod);
            }
            relisted.set(pods.lists(before).size() >= 2);
            return relisted.get();
        });
        assertEquals(
                List.of(Long.toString(held), ""),
                pods.lists(before).stream()
                        .map(list -> parameter(list, "resourceVersion"))
                        .toList());
        pods.awaitSame();
    }

    @Test
    @DisplayName("OR-03: what a relist finds is announced: one MODIFIED, one ADDED, one DELETED")
    void whatARelistFindsIsAnnounced() throws Exception {
        try (SseClient client = pods.stream()) {
            // Given: three changes that the watch does not tell
            List<SimObject> all = await(pods.simulator().world().list("pods"));
            SimObject changed = all.get(0);
            SimObject deleted = all.get(1);
            String patch = "{\"metadata\":{\"labels\":{\"changed\":\"yes\"}}}";
            await(pods.unseen().patch("pods", changed.namespace(), changed.name(), patch));
            await(pods.unseen().create("pods", "default", "{\"metadata\":{\"name\":\"created\"}}"));
            await(pods.unseen().delete("pods", deleted.namespace(), deleted.name()));
            // When
            pods.relist();
            // Then
            assertEquals(
                    List.of("MODIFIED " + changed.name(), "ADDED created", "DELETED " + deleted.name()),
                    List.of(named(client.next()), named(client.next()), named(client.next())));
            await(pods.simulator().world().delete("pods", "default", "created"));
            assertEquals("DELETED created", named(client.next()));
        }
    }

    @Test
    @DisplayName("OR-04: deleted and made again under one name is a DELETED of the old and an ADDED of the new")
    void anotherUidIsAnotherObject() throws Exception {
        try (SseClient client = pods.stream()) {
            // Given
            SimObject old = await(pods.simulator().world().list("pods")).get(0);
            await(pods.unseen().delete("pods", old.namespace(), old.name()));
            SimObject made = await(
                    pods.unseen().create("pods", old.namespace(), "{\"metadata\":{\"name\":\"" + old.name() + "\"}}"));
            // When
            pods.relist();
            Event deleted = client.next();
            Event added = client.next();
            // Then: the deletion was not seen, and says so
            assertEquals("DELETED " + old.name(), named(deleted));
            assertEquals(
                    old.uid(),
                    CachedPods.json(deleted.data()).at("/object/metadata/uid").asText());
            assertTrue(CachedPods.json(deleted.data()).path("finalStateUnknown").asBoolean());
            assertEquals("ADDED " + old.name(), named(added));
            assertEquals(
                    made.uid(),
                    CachedPods.json(added.data()).at("/object/metadata/uid").asText());
            assertEquals(List.of(), pods.items("?fieldSelector=metadata.uid%3D" + old.uid()));
            assertEquals(
                    1, pods.items("?fieldSelector=metadata.uid%3D" + made.uid()).size());
        }
    }

    @Test
    @DisplayName("OR-04: a late DELETED of the old object leaves the new one, on the watch")
    void aLateDeleteOfThePredecessorLeavesTheSuccessor() throws Exception {
        try (SseClient client = pods.stream()) {
            // Given
            SimObject old = await(pods.simulator().world().list("pods")).get(0);
            SimObject last = await(pods.unseen().delete("pods", old.namespace(), old.name()));
            SimObject made = await(pods.simulator()
                    .world()
                    .create("pods", old.namespace(), "{\"metadata\":{\"name\":\"" + old.name() + "\"}}"));
            assertEquals("DELETED " + old.name(), named(client.next()));
            assertEquals("ADDED " + old.name(), named(client.next()));
            // When
            await(pods.simulator().faults().tell("pods", Kind.DELETED, last));
            SimObject next =
                    await(pods.simulator().world().create("pods", "default", "{\"metadata\":{\"name\":\"next\"}}"));
            // Then
            assertEquals("ADDED next", named(client.next()));
            assertEquals(
                    1, pods.items("?fieldSelector=metadata.uid%3D" + made.uid()).size());
            assertEquals(next.version(), pods.version());
        }
    }

    @Test
    @DisplayName("OR-07: no second source writes the cache: an object that is asked for is never fetched by itself")
    void nothingIsFetchedButListsAndWatches() throws Exception {
        // When
        SimObject pod = await(pods.simulator().world().list("pods")).get(0);
        assertEquals(
                200,
                pods.get("/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name())
                        .status());
        assertEquals(404, pods.get("/api/v1/namespaces/default/pods/nothing").status());
        assertEquals(404, pods.get("/v1/namespaces/default/pods/nothing").status());
        // Then
        List<RequestEntry> ofPods = pods.requests().stream()
                .filter(request -> request.path().contains("/pods"))
                .toList();
        assertTrue(ofPods.stream().allMatch(request -> request.path().equals("/api/v1/pods")), ofPods::toString);
    }

    @Test
    @DisplayName("OR-08: whatever a list shows, a GET right after finds at least as new, unless it was deleted")
    void aGetIsNeverOlderThanTheListBefore() throws Exception {
        // Given
        await(pods.simulator().churn().rate(400));
        int looks = 0;
        List<String> missing = new ArrayList<>();
        // When
        for (int round = 0; round < 8; round++) {
            for (JsonNode item : pods.items(round % 2 == 0 ? "" : "?fieldSelector=spec.nodeName!%3Dnone").stream()
                    .filter(item ->
                            item.path("metadata").path("resourceVersion").asLong() % 3 == 0)
                    .toList()) {
                JsonNode metadata = item.path("metadata");
                String path = metadata.path("namespace").asText() + "/pods/"
                        + metadata.path("name").asText();
                RunningSidecar.Answer one = pods.get("/api/v1/namespaces/" + path);
                // Then
                if (one.status() == 404) {
                    missing.add(metadata.path("uid").asText());
                } else {
                    long version = CachedPods.json(one.body())
                            .at("/metadata/resourceVersion")
                            .asLong();
                    assertTrue(version >= metadata.path("resourceVersion").asLong(), one.body());
                }
                looks++;
            }
        }
        await(pods.simulator().churn().stop());
        assertTrue(looks > 300, "looked " + looks + " times");
        List<String> deleted = await(pods.simulator().log().changes("pods")).stream()
                .filter(change -> change.kind() == Kind.DELETED)
                .map(change -> change.object().uid())
                .toList();
        assertTrue(deleted.containsAll(missing), missing::toString);
    }

    @Test
    @DisplayName("OR-09: an index follows its field: to another value, to none, from none, and to fewer of several")
    void anIndexFollowsItsField() throws Exception {
        // Given
        await(pods.simulator().world().create("pods", "default", "{\"metadata\":{\"name\":\"x\"}}"));
        for (String[] step : new String[][] {
            {"o1", "o1", "o2"}, {"o2", "o2", "o1"}, {"", "", "o2"}, {"o1 o2", "o1 o2", ""}, {"o2", "o2", "o1"}
        }) {
            // When
            String owners = owners(step[0]);
            SimObject changed = await(pods.simulator()
                    .world()
                    .patch("pods", "default", "x", "{\"metadata\":{\"ownerReferences\":" + owners + "}}"));
            // Then: at the object's own version
            String notOlder = "&resourceVersion=" + changed.version();
            for (String owner : step[1].isEmpty() ? new String[0] : step[1].split(" ", -1)) {
                List<JsonNode> found =
                        pods.items("?fieldSelector=metadata.ownerReferences%5B*%5D.uid%3D" + owner + notOlder);
                assertEquals(1, found.size(), owner + " after " + step[0]);
                assertEquals(
                        changed.version(),
                        found.get(0).at("/metadata/resourceVersion").asLong());
            }
            if (!step[2].isEmpty()) {
                assertEquals(
                        List.of(),
                        pods.items("?fieldSelector=metadata.ownerReferences%5B*%5D.uid%3D" + step[2] + notOlder));
            }
        }
    }

    private static String owners(String uids) {
        List<String> owners = new ArrayList<>();
        for (String uid : uids.isEmpty() ? new String[0] : uids.split(" ", -1)) {
            owners.add("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n\",\"uid\":\"" + uid + "\"}");
        }
        return owners.toString();
    }

    @Test
    @DisplayName("OR-11: a relist is one step: nobody sees fewer objects than there are before or after it")
    void aRelistIsOneStep() throws Exception {
        // Given
        await(pods.simulator().world().many("pods", Kind.ADDED, 1_700));
        pods.awaitSame();
        Set<Long> allowed = Set.of(2_000L, 1_990L);
        for (int gone : IntStream.of(0, 10).toArray()) {
            int before = pods.requests().size();
            // When
            await(pods.simulator().faults().relistWith("pods", Kind.DELETED, gone));
            // Then
            Await.until(() -> {
                assertTrue(allowed.contains(pods.count()), () -> "sees " + pods.count());
                return !pods.lists(before).isEmpty() && pods.count() == 2_000 - gone;
            });
        }
    }

    @Test
    @DisplayName(
            "OR-12: (design) the configuration is read once: what is not in it is not there, what is keeps its answers")
    void theConfigurationIsReadOnce() throws Exception {
        // Given: the same type in a sidecar with one more
        Vertx vertx = Vertx.vertx();
        Sidecar wider = await(
                Sidecar.start(vertx, RunningSidecar.config(pods.simulator().url(), "", "pods", "nodes")));
        try {
            Await.until(() -> wider.progress().stream().allMatch(SyncProgress::synced));
            String query = "/v1/pods?limit=5";
            // Then
            assertEquals(body(pods.running().port(), query), body(wider.apiPort(), query));
            assertEquals(404, pods.get("/api/v1/nodes").status());
            assertEquals(404, pods.get("/v1/nodes").status());
            assertTrue(body(wider.apiPort(), "/v1/nodes").contains("NodeList"));
        } finally {
            await(wider.close());
            await(vertx.close());
        }
        assertEquals(200, pods.get("/api/v1/pods?limit=5").status());
    }

    private static String body(int port, String query) throws IOException {
        try (RawStream answer = RawStream.get(port, query, Map.of(), Duration.ofSeconds(10))) {
            return answer.rest();
        }
    }

    @Test
    @DisplayName("OR-13: a child whose deletion was missed leaves its owner's index too, with the next list")
    void aMissedDeleteLeavesTheIndexes() throws Exception {
        // Given
        String owned = "{\"metadata\":{\"name\":\"child\",\"ownerReferences\":" + owners("parent") + "}}";
        await(pods.simulator().world().create("pods", "default", owned));
        String ofParent = "?fieldSelector=metadata.ownerReferences%5B*%5D.uid%3Dparent";
        Await.until(() -> pods.items(ofParent).size() == 1);
        // When
        await(pods.unseen().delete("pods", "default", "child"));
        pods.relist();
        // Then
        Await.until(() -> pods.items(ofParent).isEmpty());
    }

    private static String named(Event event) {
        return event.name() + " "
                + CachedPods.json(event.data()).at("/object/metadata/name").asText();
    }

    private static String parameter(RequestEntry request, String name) {
        for (String one : request.query().split("&", -1)) {
            if (one.startsWith(name + "=")) {
                return one.substring(name.length() + 1);
            }
        }
        return "";
    }
}
