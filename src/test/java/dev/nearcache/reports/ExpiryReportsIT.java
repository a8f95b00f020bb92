package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.parameter;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static dev.nearcache.testing.SimulatedUpstream.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.EventTail;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of versions that are too old: 410 in all its forms and places. */
@Tag("field-report")
@Timeout(120)
class ExpiryReportsIT {
    private static final StatusBody EXPIRED = StatusBody.of(410, "Expired", "too old resource version: 1 (2)");
    private static final int ALWAYS = Integer.MAX_VALUE;

    private final SimulatedUpstream upstream = SimulatedUpstream.quiet();

    /** How a watch learns that its version is too old. */
    enum Form {
        AS_STATUS {
            @Override
            List<SimObject> expire(SimulatedUpstream upstream, String type) {
                done(upstream.faults().turnOn(type, Quirk.EXPIRE_AS_STATUS));
                return done(upstream.faults().relistWith(type, Kind.DELETED, 3));
            }
        },
        AS_EXPIRED_EVENT {
            @Override
            List<SimObject> expire(SimulatedUpstream upstream, String type) {
                return done(upstream.faults().relistWith(type, Kind.DELETED, 3));
            }
        },
        AS_GONE_EVENT {
            @Override
            List<SimObject> expire(SimulatedUpstream upstream, String type) {
                List<SimObject> deleted = done(upstream.world().silently().many(type, Kind.DELETED, 3));
                done(upstream.faults().error(type, StatusBody.of(410, "Gone", "The resourceVersion is gone.")));
                return deleted;
            }
        };

        /** Deletes three objects unseen, and has the watch told that it is too old. */
        abstract List<SimObject> expire(SimulatedUpstream upstream, String type);
    }

    private void failLists(Fault fault) {
        done(upstream.faults().inject("pods", fault));
    }

    private static boolean versioned(Map<String, String> query) {
        return !query.getOrDefault("resourceVersion", "").isEmpty();
    }

    private void assertRelistsOnce(RunningSidecar running, String type) {
        String plural = type.replaceFirst("\\..*", "");
        upstream.awaitConverged(running, type);
        upstream.awaitWatches(type, 1);
        assertEquals(
                2,
                upstream.lists(plural).size(),
                () -> upstream.requests(plural).toString());
        List<RequestEntry> watches = upstream.watches(plural);
        assertEquals(Long.toString(done(upstream.world().version())), version(watches.get(watches.size() - 1)), type);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("EX-01: lists once and watches on from there, however it is told that its version is too old")
    void recoversFromEachFormOfExpiry(Form form) throws Exception {
        try (RunningSidecar running = upstream.sidecar("pods");
                EventTail events = EventTail.synced(running, "pods")) {
            // Given
            upstream.awaitWatches("pods", 1);

            // When
            List<SimObject> deleted = form.expire(upstream, "pods");

            // Then
            assertRelistsOnce(running, "pods");
            List<String> told = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                EventTail.Event event = events.nextData();
                assertEquals("DELETED", event.name());
                told.add(event.key());
            }
            assertEquals(
                    deleted.stream().map(SimObject::key).sorted().toList(),
                    told.stream().sorted().toList());
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("EX-07: so does every type, core, grouped and custom, in namespaces and not")
    void everyTypeRecovers(Form form) {
        List<String> types = List.of(
                "pods",
                "configmaps",
                "nodes",
                "namespaces",
                "deployments.apps",
                "leases.coordination.k8s.io",
                "widgets.example.com");
        try (RunningSidecar running = upstream.sidecar(types.toArray(new String[0]))) {
            types.forEach(type -> upstream.awaitWatches(type, 1));
            for (String type : types) {
                form.expire(upstream, type);
                assertRelistsOnce(running, type);
            }
        }
    }

    @Test
    @DisplayName("EX-02: a list that is itself refused as too old is asked for again without a version")
    void dropsTheVersionOfARefusedList() {
        // Given
        failLists(Fault.answer(Set.of(Verb.LIST), ALWAYS, EXPIRED).where(ExpiryReportsIT::versioned));
        try (RunningSidecar running = upstream.sidecar("pods")) {
            // Then
            upstream.awaitConverged(running, "pods");
            assertEquals("0", version(upstream.lists("pods").get(0)));
            assertEquals("", version(upstream.lists("pods").get(1)));

            // When
            int before = upstream.lists("pods").size();
            upstream.awaitWatches("pods", 1);
            done(upstream.faults().relistWith("pods", Kind.MODIFIED, 3));

            // Then
            upstream.awaitConverged(running, "pods");
            assertEquals("", version(upstream.lists("pods").get(before + 1)));
        }
    }

    @Test
    @DisplayName("EX-04: a version with which every list is a 500 is dropped after a few tries")
    void dropsTheVersionThatTheServerCannotUse() {
        try (RunningSidecar running = upstream.sidecar("pods")) {
            // Given
            upstream.awaitWatches("pods", 1);
            StatusBody useless = StatusBody.of(500, "", "cannot use that version");
            failLists(Fault.answer(Set.of(Verb.LIST), ALWAYS, useless).where(ExpiryReportsIT::versioned));

            // When
            done(upstream.faults().relistWith("pods", Kind.MODIFIED, 3));

            // Then
            upstream.awaitConverged(running, "pods");
            List<RequestEntry> lists = upstream.lists("pods");
            assertTrue(lists.size() > 3 && lists.size() <= 12, () -> lists.size() + " lists");
        }
    }

    @Test
    @DisplayName("EX-06: one type's broken relist is its own, is told by name, and heals")
    void aBrokenRelistIsOneTypesTrouble() {
        try (RunningSidecar running = upstream.sidecar("pods", "nodes")) {
            // Given
            upstream.awaitWatches("pods", 1);
            upstream.awaitWatches("nodes", 1);
            Fault broken = done(upstream.faults()
                    .inject("pods", Fault.answer(Set.of(Verb.LIST), ALWAYS, StatusBody.of(500, "", "broken relist"))));

            // When
            done(upstream.faults().relistWith("pods", Kind.DELETED, 3));

            // Then
            Await.until(() -> report(running, "pods").path("state").asText().equals("Stale"));
            Await.until(
                    () -> report(running, "pods").path("lastError").toString().contains("broken relist"));
            assertEquals("Synced", report(running, "nodes").path("state").asText());
            done(upstream.world().many("nodes", Kind.MODIFIED, 1));
            upstream.awaitConverged(running, "nodes");

            // When
            done(upstream.faults().lift("pods", broken));

            // Then
            upstream.awaitConverged(running, "pods");
            Await.until(() -> report(running, "pods").path("state").asText().equals("Synced"));
        }
    }

    @Test
    @DisplayName("EX-08: an ERROR event with an unknown reason loses neither selectors nor namespace")
    void keepsItsSelectionAfterAnUnknownError() {
        String resource =
                "pods\n    namespaces: [default]\n    labelSelector: app\n    fieldSelector: status.phase=Running";
        try (RunningSidecar running = upstream.sidecar(resource)) {
            // Given
            running.awaitSynced();
            upstream.awaitWatches("pods", 1);

            // When
            done(upstream.faults().error("pods", StatusBody.of(418, "Teapot", "no kind \"Status\" is registered")));

            // Then
            Await.until(() -> upstream.watches("pods").size() == 2);
            assertEquals(2, upstream.lists("pods").size());
            for (RequestEntry request : upstream.requests("pods")) {
                assertEquals("/api/v1/namespaces/default/pods", request.path());
                assertEquals("app", parameter(request, "labelSelector"));
                assertEquals("status.phase=Running", parameter(request, "fieldSelector"));
            }
        }
    }

    @ParameterizedTest(name = "token for the rest: \"{0}\"")
    @ValueSource(strings = {"", "a-token-for-the-rest"})
    @DisplayName("EX-10: a page that has expired is followed by one list in one piece, and deletes nothing")
    void anExpiredPageIsFollowedByOneWholeList(String token) throws Exception {
        try (RunningSidecar running = upstream.sidecar("pods");
                EventTail events = EventTail.synced(running, "pods")) {
            // Given: the relist is refused, then fails, and so is asked for in pages at last
            upstream.awaitWatches("pods", 1);
            StatusBody failed = StatusBody.of(500, "InternalError", "no");
            failLists(Fault.answer(Set.of(Verb.LIST), 1, EXPIRED).where(ExpiryReportsIT::versioned));
            failLists(Fault.answer(Set.of(Verb.LIST), 1, failed)
                    .where(query -> !versioned(query) && !query.containsKey("limit")));
            StatusBody expired =
                    new StatusBody(410, "Expired", "the continue token is too old", Optional.empty(), token);
            failLists(Fault.answer(Set.of(Verb.LIST), ALWAYS, expired).where(query -> query.containsKey("continue")));

            // When
            int before = upstream.lists("pods").size();
            List<SimObject> changed = done(upstream.faults().relistWith("pods", Kind.MODIFIED, 3));

            // Then
            upstream.awaitConverged(running, "pods");
            List<RequestEntry> lists = upstream.lists("pods")
                    .subList(before, upstream.lists("pods").size());
            assertEquals(5, lists.size(), lists::toString);
            assertEquals("50", parameter(lists.get(2), "limit"));
            assertTrue(lists.get(3).query().contains("continue="));
            assertEquals("", parameter(lists.get(4), "limit"));
            for (SimObject object : changed) {
                EventTail.Event event = events.nextData();
                assertEquals("MODIFIED", event.name());
                assertEquals(Long.toString(object.version()), event.version());
            }
            assertNothingElseIsTold(events);
        }
    }

    private void assertNothingElseIsTold(EventTail events) throws Exception {
        upstream.awaitWatches("pods", 1);
        SimObject last = done(upstream.world().create("pods", "default", "{\"metadata\":{\"name\":\"last\"}}"));
        assertEquals(new EventTail.Event("ADDED", last.key(), Long.toString(last.version())), events.nextData());
    }

    @Test
    @DisplayName("EX-11: each type resumes from its own version, however far apart they are")
    void versionsOfTypesAreNotMixed() {
        // Given
        done(upstream.faults().turnOn("pods", Quirk.NO_BOOKMARKS));
        done(upstream.faults().turnOn("nodes", Quirk.NO_BOOKMARKS));
        long low = done(upstream.world().version());
        try (RunningSidecar running = upstream.sidecar("pods", "nodes")) {
            upstream.awaitWatches("pods", 1);
            upstream.awaitWatches("nodes", 1);

            // When
            done(upstream.world().many("pods", Kind.MODIFIED, 1));
            upstream.awaitConverged(running, "pods");
            done(upstream.faults().jump(90_000));
            upstream.awaitWatches("nodes", 1);
            done(upstream.world().many("nodes", Kind.MODIFIED, 1));
            upstream.awaitConverged(running, "nodes");
            upstream.awaitWatches("pods", 1);
            done(upstream.faults().cut("pods", Cut.END));
            done(upstream.faults().cut("nodes", Cut.END));

            // Then
            Await.until(() -> upstream.watches("pods").stream()
                            .filter(watch -> version(watch).equals(Long.toString(low + 1)))
                            .count()
                    >= 1);
            Await.until(() -> upstream.watches("nodes").stream()
                    .anyMatch(watch -> version(watch).equals("90001")));
            assertTrue(upstream.watches("pods").stream()
                    .noneMatch(watch -> version(watch).equals("90001")));
        }
    }
}
