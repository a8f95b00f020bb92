package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.get;
import static dev.nearcache.testing.SimulatedUpstream.parameter;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static dev.nearcache.testing.SimulatedUpstream.served;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.SimulatedUpstream;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.Steps;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of programs that read more namespaces than they were told, or could not read several. */
@Tag("field-report")
@Timeout(120)
class NamespaceReportsIT {
    private static final String ONE = "pods\n    namespaces: [team-00]";
    private static final String TWO = "pods\n    namespaces: [team-00, team-01]";

    private final SimulatedUpstream upstream = SimulatedUpstream.quiet();

    private Set<String> podsOf(String... namespaces) {
        return done(upstream.world().list("pods")).stream()
                .filter(pod -> List.of(namespaces).contains(pod.namespace()))
                .map(SimObject::key)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> paths() {
        return done(upstream.simulator().log().requests()).stream()
                .map(RequestEntry::path)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "never"})
    @DisplayName("CF-01, ME-10: reads one namespace only, at the start, after a relist and after 410")
    void readsNothingOutsideItsNamespace(String watchList) {
        // Given
        String yaml = "upstream: {watchList: " + watchList + ", backoff: {initial: 20ms, max: 100ms}}\n";
        try (RunningSidecar running = upstream.sidecarWith(yaml, ONE)) {
            running.awaitSynced();
            assertEquals(podsOf("team-00"), served(running, "pods").keySet());

            // When the history is lost, with changes in all namespaces
            done(upstream.faults().relistWith("pods", Kind.DELETED, 60));

            // Then
            Await.until(() -> served(running, "pods").keySet().equals(podsOf("team-00")));
            assertEquals(Set.of("/api/v1", "/api/v1/namespaces/team-00/pods"), paths());
            assertEquals(
                    podsOf("team-00").size(),
                    report(running, "pods").path("objects").asInt());
        }
    }

    @Test
    @DisplayName("CF-02: a list of namespaces needs rights in each alone, and shows no other")
    void readsSeveralNamespacesWithoutRightsAtClusterScope() {
        // Given
        done(upstream.faults().inject("pods", Fault.forbidIn("")));
        try (RunningSidecar running = upstream.sidecar(TWO)) {

            // When
            running.awaitSynced();

            // Then
            assertEquals(podsOf("team-00", "team-01"), served(running, "pods").keySet());
            assertEquals(
                    podsOf("team-01"),
                    SimulatedUpstream.json(get(running, "/api/v1/namespaces/team-01/pods"))
                            .path("items")
                            .findValuesAsText("name")
                            .stream()
                            .filter(name -> podsOf("team-01").contains("team-01/" + name))
                            .map(name -> "team-01/" + name)
                            .collect(Collectors.toCollection(TreeSet::new)));
            assertEquals(404, get(running, "/api/v1/namespaces/team-02/pods").status());
            upstream.awaitWatches("pods", 2);
            assertEquals(
                    Set.of("/api/v1", "/api/v1/namespaces/team-00/pods", "/api/v1/namespaces/team-01/pods"), paths());
            assertEquals("Synced", report(running, "pods").path("state").asText());
        }
    }

    @Test
    @DisplayName("CF-02: a client that is cut again and again misses no change of either namespace")
    void resumesOverSeveralWatches() throws Exception {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        AtomicLong connections = new AtomicLong();
        try (RunningSidecar running = upstream.sidecar(TWO)) {
            running.awaitSynced();
            // Beyond the version of the lists: what two lists brought at one version is repeated to who resumes from
            // it.
            done(upstream.world().many("pods", Kind.MODIFIED, 1));
            Await.until(() -> report(running, "pods").path("resourceVersion").asLong() >= lastChange());
            CutEventClient client = new CutEventClient(
                    running.port(),
                    "/v1/stream?resource=pods",
                    1,
                    () -> connections.incrementAndGet() == 1 || connections.get() > 60
                            ? Long.MAX_VALUE
                            : 1 + random.nextInt(20_000));
            client.followUntil(each -> !each.firstId().isEmpty());
            AtomicReference<Set<Seen>> changes = new AtomicReference<>(Set.of());

            // When
            try (Steps steps = new Steps()) {
                // A change of one namespace may be told before an older one of the other: the last does not come last.
                steps.run(() -> client.followUntil(each -> each.objects().containsKey("team-00/last")
                        && Set.copyOf(each.seen()).containsAll(changes.get())));
                done(upstream.simulator().churn().rate(300));
                steps.await(() -> connections.get() > 60);
                done(upstream.simulator().churn().stop());
                changes.set(changesAfter(Long.parseLong(client.firstId())));
                // The client looks whether it has all when something comes, so something comes.
                done(upstream.world().create("pods", "team-00", "{\"metadata\":{\"name\":\"last\"}}"));
                steps.join();
            }

            // Then
            Map<String, Long> held = new TreeMap<>();
            done(upstream.simulator().log().snapshot("pods")).forEach((key, identity) -> {
                if (key.startsWith("team-00/") || key.startsWith("team-01/")) {
                    held.put(key, identity.version());
                }
            });
            assertEquals(held, new TreeMap<>(client.objects()), "seed " + seed);
            assertEquals(changesAfter(Long.parseLong(client.firstId())), Set.copyOf(client.seen()), "seed " + seed);
        }
    }

    private Set<Seen> changesAfter(long version) {
        return done(upstream.simulator().log().changesAfter("pods", version)).stream()
                .filter(change ->
                        Set.of("team-00", "team-01").contains(change.object().namespace()))
                .map(change -> new Seen(
                        change.kind().name(),
                        change.object().key(),
                        change.object().version()))
                .collect(Collectors.toSet());
    }

    /** The version of the newest change in the two namespaces. */
    private long lastChange() {
        return done(upstream.simulator().log().changes("pods")).stream()
                .filter(change ->
                        Set.of("team-00", "team-01").contains(change.object().namespace()))
                .mapToLong(change -> change.object().version())
                .max()
                .orElse(0);
    }

    @Test
    @DisplayName("CF-02: a namespace that is forbidden does not stop the others, and partial=true asks for them")
    void servesTheNamespacesThatCanBeRead() throws Exception {
        // Given
        Fault forbidden = done(upstream.faults().inject("pods", Fault.forbidIn("team-01")));
        try (RunningSidecar running = upstream.sidecar(TWO)) {
            Await.until(() -> get(running, "/v1/namespaces/team-00/pods").status() == 200);
            Await.until(() -> report(running, "pods").path("state").asText().equals("Forbidden"));

            // Then: who asks for all is told what is missing
            Answer whole = get(running, "/api/v1/pods");
            assertEquals(503, whole.status());
            assertTrue(whole.body().contains("namespaces missing: team-01"), whole::body);
            assertFalse(whole.headers().containsKey("retry-after"), "it lasts");
            assertTrue(
                    report(running, "pods").path("message").asText().matches("namespace team-01: .*cannot list.*"),
                    () -> report(running, "pods").toString());
            assertEquals(
                    "[\"team-01\"]",
                    report(running, "pods").path("namespacesMissing").toString());
            Answer one = get(running, "/api/v1/namespaces/team-00/pods?resourceVersion=1");
            assertEquals("0", one.headers().get("age"));
            assertFalse(
                    one.headers().containsKey("warning"), () -> one.headers().toString());

            // Then: who can do with less gets it, and is warned
            Answer partial = get(running, "/api/v1/pods?partial=true");
            assertEquals(200, partial.status());
            assertEquals("0", partial.headers().get("age"));
            assertTrue(
                    String.valueOf(partial.headers().get("warning")).contains("cannot be read: team-01"),
                    partial.headers()::toString);
            assertEquals(
                    podsOf("team-00").size(),
                    SimulatedUpstream.json(partial).path("items").size());
            assertEquals(429, get(running, "/api/v1/pods?watch=1").status());

            try (SseClient whoWaits = SseClient.open(running.port(), "/v1/stream?resource=pods", "");
                    SseClient content = SseClient.open(running.port(), "/v1/stream?resource=pods&partial=true", "")) {
                int early = podsOf("team-00").size();
                assertEquals("SYNCED", content.next(early + 1).get(early).replaceFirst(" .*", ""));
                assertTrue(content.stream().header("warning").contains("team-01"));

                // When the rights are given
                done(upstream.faults().lift("pods", forbidden));

                // Then: who was content is sent the rest, who waited gets all
                int late = podsOf("team-01").size();
                Set<String> names = content.next(late).stream()
                        .map(event -> event.replaceFirst(" .*", "") + " team-01/"
                                + event.replaceFirst("^\\S+ \\S+ ", "").replaceFirst("@.*", ""))
                        .collect(Collectors.toCollection(TreeSet::new));
                assertEquals(
                        podsOf("team-01").stream().map(key -> "ADDED " + key).collect(Collectors.toSet()), names);
                assertEquals(
                        "SYNCED",
                        whoWaits.next(early + late + 1).get(early + late).replaceFirst(" .*", ""));
            }
            assertEquals(200, get(running, "/api/v1/pods").status());
            Await.until(() -> report(running, "pods").path("state").asText().equals("Synced"));
        }
    }

    @Test
    @DisplayName("CF-03: no question of a client makes it read what it was not told to")
    void readsNothingThatItWasNotToldTo() {
        // Given
        try (RunningSidecar running = upstream.sidecar(ONE)) {
            running.awaitSynced();

            // When
            List<String> known = List.of("/api", "/apis", "/api/v1", "/v1/resources", "/v1/subscriptions", "/v1/pods");
            known.forEach(path -> assertEquals(200, get(running, path).status(), path));
            List<String> unknown = List.of(
                    "/api/v1/namespaces",
                    "/api/v1/namespaces/team-00",
                    "/api/v1/nodes?watch=1",
                    "/api/v1/namespaces/team-01/pods",
                    "/api/v1/namespaces/team-00/secrets",
                    "/apis/apps/v1/deployments",
                    "/apis/example.com/v1",
                    "/v1/nodes",
                    "/v1/stream?resource=nodes",
                    "/v1/namespaces/team-01/pods/x");
            unknown.forEach(path -> assertEquals(404, get(running, path).status(), path));

            // Then: beside what was configured, only which types there are, as every client may
            assertEquals(Set.of("/api", "/api/v1", "/api/v1/namespaces/team-00/pods", "/apis"), paths());
        }
    }

    @Test
    @DisplayName("CF-04: each type has its own namespaces and selectors")
    void eachTypeHasItsOwnScope() {
        // Given
        try (RunningSidecar running = upstream.sidecar(
                "secrets\n    namespaces: [team-00]\n    labelSelector: app=checkout-0",
                "pods\n    namespaces: [team-01]",
                "nodes")) {

            // When
            running.awaitSynced();

            // Then
            upstream.awaitWatches("secrets", 1);
            assertEquals(
                    Set.of(
                            "/api/v1",
                            "/api/v1/namespaces/team-00/secrets",
                            "/api/v1/namespaces/team-01/pods",
                            "/api/v1/nodes"),
                    paths());
            upstream.requests("secrets")
                    .forEach(request -> assertEquals("app=checkout-0", parameter(request, "labelSelector")));
            upstream.requests("pods").forEach(request -> assertEquals("", parameter(request, "labelSelector")));
            assertEquals(podsOf("team-01"), served(running, "pods").keySet());
        }
    }
}
