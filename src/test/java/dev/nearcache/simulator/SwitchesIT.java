package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.SimClient.Lines;
import dev.nearcache.simulator.SimType.Origin;
import dev.nearcache.simulator.SimType.Scope;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ways of being different that field reports ask for (field-reports.md 13). */
@Timeout(60)
class SwitchesIT {
    private static final String NODES = "/api/v1/nodes";
    private static final String WIDGETS = "/apis/example.com/v1/widgets";

    @RegisterExtension
    private final QuietSimulator started = new QuietSimulator();

    private static <T> T await(Future<T> future) throws Exception {
        return future.await(20, SECONDS);
    }

    private void turnOn(String type, Quirk quirk) throws Exception {
        await(started.simulator().faults().turnOn(type, quirk));
    }

    private Faults faults() {
        return started.simulator().faults();
    }

    private JsonNode list(String path) {
        return started.client().get(path).json();
    }

    private static String version(JsonNode list) {
        return list.path("metadata").path("resourceVersion").asText();
    }

    @Test
    void aFaultStrikesTheRequestsThatItIsMeantFor() throws Exception {
        // When
        await(faults().inject(
                        "nodes",
                        Fault.answer(Set.of(Verb.LIST), 1, StatusBody.of(500, "", "third with a limit"))
                                .where(query -> query.containsKey("limit"))
                                .after(2)));

        // Then
        int[] codes = IntStream.range(0, 8)
                .map(i -> started.client()
                        .get(NODES + (i % 2 == 0 ? "?limit=1" : ""))
                        .code())
                .toArray();
        assertEquals(
                List.of(200, 200, 200, 200, 500, 200, 200, 200),
                IntStream.of(codes).boxed().toList());
    }

    @Test
    void listsNameTheVersionThatIsChosen() throws Exception {
        await(faults().listVersion("nodes", 3));
        assertEquals("3", version(list(NODES)));
    }

    @Test
    void aServerThatLagsKnowsNothingNewUntilItCatchesUp() throws Exception {
        // Given
        String before = version(list(NODES));
        await(faults().lag("nodes"));
        try (Lines watch = started.client().watch(NODES + "?watch=1&resourceVersion=" + before)) {

            // When
            SimObject changed = await(started.simulator().world().many("nodes", Kind.MODIFIED, 1))
                    .get(0);

            // Then
            assertEquals(before, version(list(NODES + "?resourceVersion=0")));
            assertNotEquals(before, version(list(NODES)));
            assertEquals(
                    504,
                    started.client()
                            .get(NODES + "?resourceVersion=" + changed.version())
                            .code());

            // When
            await(faults().catchUp("nodes"));

            // Then
            assertEquals(Long.toString(changed.version()), SimClient.version(watch.next()));
        }
    }

    @Test
    void aServerThatLagsBehindItsOwnHistoryServesTheOldestThatItKnows() throws Exception {
        // Given a server behind whose back the history goes
        await(faults().lag("nodes"));
        long changed = await(started.simulator().world().many("nodes", Kind.MODIFIED, 3))
                .get(2)
                .version();
        await(faults().compact("nodes"));

        // When
        JsonNode old = list(NODES + "?resourceVersion=0");

        // Then it is a list of one moment
        long version = Long.parseLong(version(old));
        assertTrue(version >= changed, () -> version + " is older than " + changed);
        for (JsonNode node : old.path("items")) {
            long own =
                    Long.parseLong(node.path("metadata").path("resourceVersion").asText());
            assertTrue(own <= version, () -> node + " in a list at " + version);
        }
    }

    @Test
    void initialEventsMayComeInNoOrder() throws Exception {
        turnOn("nodes", Quirk.UNORDERED_INITIAL_EVENTS);
        try (Lines watch = started.client().watch(NODES + "?watch=1&resourceVersion=0")) {
            List<String> names = watch.next(10).stream()
                    .map(event ->
                            event.path("object").path("metadata").path("name").asText())
                    .toList();
            assertNotEquals(names.stream().sorted().toList(), names);
        }
    }

    @Test
    void watchesMayEndAsSoonAsTheyBegan() throws Exception {
        turnOn("nodes", Quirk.BRIEF_WATCHES);
        try (Lines watch = started.client().watch(NODES + "?watch=1&resourceVersion=0")) {
            watch.next(10);
            assertNull(watch.line());
        }
    }

    @Test
    void tellsOfChangesThatNeverWere() throws Exception {
        SimObject old = await(started.simulator().world().list("nodes")).get(0);
        try (Lines watch = started.client().watch(NODES + "?watch=1&resourceVersion=" + version(list(NODES)))) {
            await(faults().tell("nodes", Kind.DELETED, old));
            JsonNode event = watch.next();
            assertEquals("DELETED", event.path("type").asText());
            assertEquals(
                    old.uid(), event.path("object").path("metadata").path("uid").asText());
        }
        assertEquals(10, list(NODES).path("items").size());
    }

    @Test
    void aTypeMayBeListedOnly() throws Exception {
        turnOn("nodes", Quirk.NO_WATCH_VERB);
        assertEquals(405, started.client().get(NODES + "?watch=1").code());
        assertEquals(200, started.client().get(NODES).code());
        String discovery = list("/api/v1").toString();
        assertTrue(discovery.contains("[\"create\",\"delete\",\"get\",\"list\",\"patch\",\"update\"]"), discovery);
    }

    @Test
    void aGroupMayBeDown() throws Exception {
        turnOn("widgets.example.com", Quirk.UNAVAILABLE);
        assertEquals(503, started.client().get("/apis/example.com/v1").code());
        assertEquals(503, started.client().get(WIDGETS).code());
        assertTrue(list("/apis").toString().contains("example.com"));
        assertEquals(200, started.client().get("/apis/apps/v1").code());
    }

    @Test
    void aTypeMayBeDefinedAnew() throws Exception {
        // Given
        String before = version(list(WIDGETS));
        try (Lines watch = started.client().watch(WIDGETS + "?watch=1&resourceVersion=" + before)) {

            // When
            await(faults().redefine("widgets.example.com", SimType.custom("example.com", "v2", "widgets", "Gadget")));

            // Then
            assertNull(watch.line());
        }
        assertEquals(404, started.client().get(WIDGETS).code());
        JsonNode list = list("/apis/example.com/v2/widgets");
        assertEquals("GadgetList", list.path("kind").asText());
        assertEquals(10, list.path("items").size());
        assertEquals("Gadget", list.path("items").path(0).path("kind").asText());

        // When
        await(faults().redefine(
                        "widgets.example.com",
                        new SimType(
                                "example.com",
                                "v2",
                                "widgets",
                                "Gadget",
                                "Gadgets",
                                Scope.CLUSTER,
                                Origin.CUSTOM,
                                List.of())));

        // Then
        assertEquals(
                "Gadgets", list("/apis/example.com/v2/widgets").path("kind").asText());
        assertEquals(0, list("/apis/example.com/v2/widgets").path("items").size());
    }

    @Test
    void acceptsTheTokensOfTheDay() throws Exception {
        await(faults().acceptOnly(Set.of("today")));
        assertEquals(401, started.client().get(NODES).code());
        assertEquals(401, started.client().get("/apis").code());
        assertEquals(200, started.client().get("/livez").code());
        assertEquals(
                200,
                started.client()
                        .with("Authorization", "Bearer today")
                        .get(NODES)
                        .code());
        await(faults().acceptOnly(Set.of("tomorrow")));
        assertEquals(
                401,
                started.client()
                        .with("Authorization", "Bearer today")
                        .get(NODES)
                        .code());
    }

    @Test
    void forgetsHistoryUpToAVersionOnly() throws Exception {
        // Given
        List<SimObject> changed = await(started.simulator().world().many("nodes", Kind.MODIFIED, 3));

        // When
        await(faults().compact("nodes", changed.get(1).version()));

        // Then
        try (Lines watch = started.client()
                .watch(NODES + "?watch=1&resourceVersion=" + changed.get(1).version())) {
            assertEquals(Long.toString(changed.get(2).version()), SimClient.version(watch.next()));
        }
        try (Lines watch = started.client()
                .watch(NODES + "?watch=1&resourceVersion=" + changed.get(0).version())) {
            assertEquals("ERROR", watch.next().path("type").asText());
        }
    }

    @Test
    void compressesListsForThoseWhoAcceptIt() throws Exception {
        turnOn("pods", Quirk.GZIP);
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(started.simulator().url() + "/api/v1/pods"))
                .header("Accept-Encoding", "gzip")
                .build();
        byte[] packed = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofByteArray())
                .body();
        byte[] plain = started.client().get("/api/v1/pods").text().getBytes(StandardCharsets.UTF_8);
        assertTrue(packed.length < plain.length / 4);
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            assertEquals(plain.length, unpacked.readAllBytes().length);
        }
    }

    @Test
    void listsMayBeginWithWhatIsNoObject() throws Exception {
        turnOn("nodes", Quirk.NO_METADATA);
        JsonNode items = list(NODES).path("items");
        assertEquals(11, items.size());
        assertTrue(items.path(0).path("metadata").isNull());
        assertFalse(items.path(1).path("metadata").isNull());
    }
}
