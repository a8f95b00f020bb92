package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.simulator.Cut;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedProxy;
import dev.nearcache.testing.TestbedSidecar;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Definitions of custom types that change, go and come again at a real API server while clients follow the types. */
@Tag("testbed")
@Timeout(180)
class TestbedDefinitionsIT {
    private static final String ANY = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
    private static final String BOUND = "{type: object, properties: {size: {type: integer, default: 7}}}";

    @TempDir
    private static Path directory;

    private static Testbed server;

    @BeforeAll
    static void start() {
        server = Testbed.start(directory);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** What the server does with a version of a type. */
    private enum Use {
        STORED("served: true, storage: true"),
        SERVED("served: true, storage: false"),
        REFUSED("served: false, storage: false");

        private final String yaml;

        Use(String yaml) {
            this.yaml = yaml;
        }

        /** As it stands in a definition, with a schema of {@code spec}. */
        String of(String version, String schema) {
            return ("{name: %s, %s, additionalPrinterColumns: [{name: Of, type: string, jsonPath: .metadata.name}],"
                            + " schema: {openAPIV3Schema: {type: object, properties: {spec: %s}}}}")
                    .formatted(version, yaml, schema);
        }
    }

    private static void define(String plural, String scope, String... versions) throws IOException {
        server.apply("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %1$s.example.com}
                spec:
                  group: example.com
                  scope: %2$s
                  names: {plural: %1$s, kind: %1$s}
                  versions: [%3$s]
                """.formatted(plural, scope, String.join(", ", versions)));
    }

    /**
     * Creates objects, once the server takes them: it does some time after it has taken the definition. By path, since
     * kubectl remembers what a type was.
     */
    private static void create(String collection, String... names) throws IOException {
        String[] parts = collection.split("/", -1);
        for (String name : names) {
            Path object = Files.writeString(
                    directory.resolve("object.json"), """
                    {"apiVersion": "example.com/%s", "kind": "%s", "metadata": {"name": "%s"}, "spec": {"color": "red"}}
                    """.formatted(parts[3], parts[parts.length - 1], name));
            String[] post = {"create", "--raw", collection, "-f", object.toString()};
            Await.until(() -> server.kubectl(post).exit() == 0);
        }
    }

    /** The collection of the namespace in which the tests create. */
    private static String in(String version, String plural) {
        return path(version, "namespaces/default/" + plural);
    }

    private static String path(String version, String plural) {
        return "/apis/example.com/" + version + "/" + plural;
    }

    private static SseClient follow(TestbedSidecar sidecar, String plural) throws IOException {
        return SseClient.open(sidecar.port(), "/v1/stream?resource=" + plural + ".example.com", "");
    }

    private static RawStream watch(TestbedSidecar sidecar, String path) throws IOException {
        return RawStream.get(sidecar.port(), path + "?watch=1", Map.of(), Duration.ofSeconds(60));
    }

    /** The next events and the objects that they are about; bookmarks may come at any time. */
    private static List<String> next(SseClient stream, int events) throws IOException {
        List<String> next = new ArrayList<>();
        while (next.size() < events) {
            SseReader.Event event = stream.next();
            if (!event.name().equals("BOOKMARK")) {
                String name = SidecarClient.parse(event.data())
                        .at("/object/metadata/name")
                        .asText();
                next.add((event.name() + " " + name).strip());
            }
        }
        return next;
    }

    private static JsonNode awaitState(TestbedSidecar sidecar, String state) {
        Await.until(() -> sidecar.states().equals(List.of(state)));
        return sidecar.client().reports().get(0);
    }

    /** Changes reach the server's own watch cache after the definition, so what it lists then may still be the former. */
    private static void awaitSame(TestbedSidecar sidecar, String path) {
        Await.until(() -> {
            Answer answer = sidecar.get(path);
            return answer.status() == 200 && server.items(path).equals(sidecar.items(path));
        });
    }

    @Test
    void whatLeavesATypeAsItIsInterruptsNobody() throws Exception {
        // Given
        define("cogs", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "cogs"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "cogs.example.com");
                Steps steps = new Steps()) {
            sidecar.awaitSynced();
            CutEventClient events =
                    new CutEventClient(sidecar.port(), "/v1/stream?resource=cogs.example.com", 1, () -> Long.MAX_VALUE);
            CutWatchClient watch = new CutWatchClient(sidecar.port(), path("v1", "cogs"), () -> Long.MAX_VALUE);
            steps.run(() -> events.followUntil(known -> isComplete(known.objects())));
            steps.run(() -> watch.watchUntil(last -> isComplete(watch.objects())));
            steps.await(() -> !events.firstId().isEmpty() && watch.connections() == 1);

            // When a version comes that is not preferred, then becomes the stored one, then the columns change
            define("cogs", "Namespaced", Use.STORED.of("v1", ANY), Use.SERVED.of("v1beta1", ANY));
            create(in("v1beta1", "cogs"), "c");
            define("cogs", "Namespaced", Use.SERVED.of("v1", ANY), Use.STORED.of("v1beta1", ANY));
            create(in("v1", "cogs"), "d");
            define("cogs", "Namespaced", Use.SERVED.of("v1", ANY).replace("Of,", "In,"), Use.STORED.of("v1beta1", ANY));
            server.admin("delete", "--raw", in("v1", "cogs") + "/a");
            create(in("v1beta1", "cogs"), "last");
            steps.join();

            // Then
            sidecar.awaitSynced();
            awaitSame(sidecar, path("v1", "cogs"));
            assertEquals(List.of("SYNCED"), events.marks());
            assertEquals(1, events.connections());
            assertEquals(1, watch.connections());
            assertEquals(events.objects(), watch.objects());
            assertEquals(4, events.objects().size(), events::toString);
        }
    }

    /** A list tells its deletions last. */
    private static boolean isComplete(Map<String, Long> objects) {
        return objects.containsKey("default/last") && !objects.containsKey("default/a");
    }

    @Test
    void aChangedSchemaShowsInTheObjectsThatAreHeld() throws Exception {
        // Given
        define("gears", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "gears"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "gears.example.com");
                SseClient stream = follow(sidecar, "gears")) {
            sidecar.awaitSynced();
            assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));

            // When a field gets a default, and another is no longer known
            define("gears", "Namespaced", Use.STORED.of("v1", BOUND));

            // Then: the objects were not written, so their versions are the same
            assertEquals(List.of("MODIFIED a", "MODIFIED b"), next(stream, 2));
            awaitSame(sidecar, path("v1", "gears"));
            assertEquals(
                    "{\"size\":7}",
                    sidecar.json(path("v1", "namespaces/default/gears/a"))
                            .path("spec")
                            .toString());
        }
    }

    @Test
    void aTypeFollowsTheVersionThatTheServerPrefers() throws Exception {
        // Given
        define("levers", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "levers"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "levers.example.com");
                SseClient stream = follow(sidecar, "levers")) {
            sidecar.awaitSynced();
            assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));
            try (RawStream watch = watch(sidecar, path("v1", "levers"))) {
                watch.line();
                watch.line();

                // When
                define("levers", "Namespaced", Use.STORED.of("v1", ANY), Use.SERVED.of("v2", ANY));

                // Then
                assertEquals(List.of("RESET"), next(stream, 1));
                assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));
                assertEquals("", watch.rest());
            }
            assertEquals(
                    "example.com/v2",
                    awaitState(sidecar, "Synced").path("apiVersion").asText());
            assertEquals(404, sidecar.get(path("v1", "levers")).status());

            // When the former is stored no more, then served no more
            define("levers", "Namespaced", Use.SERVED.of("v1", ANY), Use.STORED.of("v2", ANY));
            define("levers", "Namespaced", Use.REFUSED.of("v1", ANY), Use.STORED.of("v2", ANY));
            create(in("v2", "levers"), "c");

            // Then
            assertEquals(List.of("ADDED c"), next(stream, 1));
            awaitSame(sidecar, path("v2", "levers"));
        }
    }

    @Test
    void aVersionThatIsServedNoMoreIsGoneUntilItIsServedAgain() throws Exception {
        // Given
        define("pulleys", "Namespaced", Use.SERVED.of("v1", ANY), Use.STORED.of("v2", ANY));
        create(in("v1", "pulleys"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "pulleys.v1.example.com");
                SseClient stream = follow(sidecar, "pulleys")) {
            sidecar.awaitSynced();
            assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));

            // When
            define("pulleys", "Namespaced", Use.REFUSED.of("v1", ANY), Use.STORED.of("v2", ANY));

            // Then
            assertEquals(List.of("DELETED a", "DELETED b", "ERROR"), next(stream, 3));
            JsonNode report = awaitState(sidecar, "NotServed");
            assertTrue(report.path("message").asText().contains("no resource \"pulleys\""), report::toString);
            assertEquals(503, sidecar.get("/v1/pulleys.example.com").status());

            // When
            define("pulleys", "Namespaced", Use.SERVED.of("v1", ANY), Use.STORED.of("v2", ANY));

            // Then
            assertEquals(List.of("RESET", "ADDED a", "ADDED b", "SYNCED"), next(stream, 4));
            awaitSame(sidecar, path("v1", "pulleys"));
        }
    }

    @Test
    void aTypeIsThereAsSoonAsItsDefinitionIsWhereDefinitionsAreMirrored() throws Exception {
        // Given: nobody defines it, and without a hint it is asked for once a minute
        try (TestbedSidecar sidecar = TestbedSidecar.patient(
                server, "customresourcedefinitions.apiextensions.k8s.io", "pistons.example.com")) {
            Await.until(() -> sidecar.states().equals(List.of("Synced", "NotServed")));

            // When
            define("pistons", "Namespaced", Use.STORED.of("v1", ANY));

            // Then
            Await.until(() -> sidecar.states().equals(List.of("Synced", "Synced")));
        }
    }

    @Test
    void aDefinitionMayGoAndComeBackInAnotherScope() throws Exception {
        // Given
        define("springs", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "springs"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "springs.example.com");
                SseClient stream = follow(sidecar, "springs")) {
            sidecar.awaitSynced();
            assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));
            try (RawStream watch = watch(sidecar, path("v1", "springs"))) {
                watch.line();
                watch.line();

                // When
                server.admin("delete", "crd", "springs.example.com");

                // Then
                assertEquals(List.of("DELETED a", "DELETED b", "ERROR"), next(stream, 3));
                assertTrue(watch.line().startsWith("{\"type\":\"DELETED\""));
                assertTrue(watch.line().startsWith("{\"type\":\"DELETED\""));
                assertThrows(EOFException.class, watch::line);
            }
            JsonNode report = awaitState(sidecar, "NotServed");
            assertTrue(
                    report.path("message").asText().contains("no group \"example.com\"")
                            || report.path("message").asText().contains("no resource \"springs\""),
                    report::toString);
            Answer list = sidecar.get(path("v1", "springs"));
            assertEquals(503, list.status(), list::toString);
            assertEquals(200, sidecar.client().probe("/readyz?verbose").status());

            // When
            define("springs", "Cluster", Use.STORED.of("v1", ANY));
            create(path("v1", "springs"), "coil");

            // Then
            assertEquals(List.of("RESET"), next(stream, 1));
            Await.until(() -> awaitState(sidecar, "Synced").path("objects").asInt() == 1);
            assertEquals(false, awaitState(sidecar, "Synced").path("namespaced").asBoolean(true));
            awaitSame(sidecar, path("v1", "springs"));
            assertEquals(200, sidecar.get(path("v1", "springs/coil")).status());
            assertEquals(404, sidecar.get(in("v1", "springs")).status());
            assertEquals(
                    400,
                    sidecar.get("/v1/namespaces/default/springs.example.com").status());
        }
    }

    @Test
    void aDefinitionMayGoAndComeBackBeforeAnybodyLooks() throws Exception {
        // Given
        define("valves", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "valves"), "a", "b");
        try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "valves.example.com")) {
            sidecar.awaitSynced();

            // When
            for (int round = 0; round < 3; round++) {
                server.admin("delete", "crd", "valves.example.com");
                define("valves", round == 1 ? "Namespaced" : "Cluster", Use.STORED.of("v1", ANY));
                create(round == 1 ? in("v1", "valves") : path("v1", "valves"), "b" + round, "c");
            }

            // Then
            awaitSame(sidecar, path("v1", "valves"));
            sidecar.awaitSynced();
            assertEquals(false, awaitState(sidecar, "Synced").path("namespaced").asBoolean(true));
        }
    }

    @Test
    void anObjectWhoseDeletionIsLostWithItsDefinitionIsSoonGone() throws Exception {
        // Given
        define("wheels", "Namespaced", Use.STORED.of("v1", ANY));
        create(in("v1", "wheels"), "a", "b");
        try (TestbedProxy path = TestbedProxy.before(server);
                TestbedSidecar sidecar = TestbedSidecar.through(path, server, "", "wheels.example.com");
                SseClient stream = follow(sidecar, "wheels")) {
            sidecar.awaitSynced();
            assertEquals(List.of("ADDED a", "ADDED b", "SYNCED"), next(stream, 3));

            // When
            RunningSidecar.await(path.proxy().stallOpen());
            server.admin("delete", "crd", "wheels.example.com");
            RunningSidecar.await(path.proxy().cut(Cut.BREAK));
            RunningSidecar.await(path.proxy().heal());
            long cut = System.nanoTime();

            // Then
            assertEquals(List.of("DELETED a", "DELETED b", "ERROR"), next(stream, 3));
            Duration took = Duration.ofNanos(System.nanoTime() - cut);
            assertTrue(took.compareTo(Duration.ofSeconds(10)) < 0, took::toString);
            awaitState(sidecar, "NotServed");
        }
    }
}
