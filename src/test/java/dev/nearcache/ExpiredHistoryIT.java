package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.Steps;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The API server has lost the history that our watch needs: the streams that are open see the differences alone. */
class ExpiredHistoryIT {
    private static final int CHANGED = 40;
    private static final StatusBody GONE = StatusBody.of(410, "Expired", "too old resource version");

    private final RunningSidecar running =
            RunningSidecar.start(SimulatorSettings.quiet().withObjects(Map.of("pods", 300)), "", "pods");
    private final CutWatchClient watch = new CutWatchClient(running.port(), "/api/v1/pods", () -> Long.MAX_VALUE);
    private final CutEventClient stream =
            new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);

    /** How a server says that a version is too old. */
    enum Form {
        ERROR_EVENT,
        HTTP_STATUS
    }

    @BeforeEach
    void start() throws Exception {
        running.awaitSynced();
        watch.list();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    private void expireWith(Form form, Kind kind) throws Exception {
        if (form == Form.HTTP_STATUS) {
            RunningSidecar.await(running.simulator().faults().turnOn("pods", Quirk.EXPIRE_AS_STATUS));
        }
        List<SimObject> changed;
        try (Steps steps = new Steps()) {
            steps.run(() -> watch.watchUntil(last -> watch.seen().size() >= CHANGED));
            steps.run(() -> stream.followUntil(client -> client.seen().size() >= CHANGED));
            steps.await(() -> watch.connections() > 0 && !stream.firstId().isEmpty());
            changed = RunningSidecar.await(running.simulator().faults().relistWith("pods", kind, CHANGED));
            steps.join();
        }

        // Then each has seen every difference once, and nothing else
        Set<Seen> expected = changed.stream()
                .map(object -> new Seen(kind.name(), object.key(), object.version()))
                .collect(Collectors.toSet());
        assertEquals(CHANGED, expected.size());
        if (kind == Kind.DELETED) {
            assertEquals(keys(expected), keys(watch.seen()));
            assertEquals(keys(expected), keys(stream.seen()));
        } else {
            assertEquals(expected, Set.copyOf(watch.seen()));
            assertEquals(expected, Set.copyOf(stream.seen()));
        }
        assertEquals(CHANGED, watch.seen().size());
        assertEquals(CHANGED, stream.seen().size());
        assertEquals(1, watch.connections());
        assertEquals(1, stream.connections());
        assertEquals(List.of("SYNCED"), stream.marks());
    }

    private static Set<String> keys(Iterable<Seen> changes) {
        Set<String> keys = new HashSet<>();
        changes.forEach(change -> keys.add(change.type() + " " + change.key()));
        return keys;
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void deletesThatTheWatchMissed(Form form) throws Exception {
        expireWith(form, Kind.DELETED);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void changesThatTheWatchMissed(Form form) throws Exception {
        expireWith(form, Kind.MODIFIED);
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void additionsThatTheWatchMissed(Form form) throws Exception {
        expireWith(form, Kind.ADDED);
    }

    @Test
    void aClientFromBeforeAnEtcdRestoreIsResetAndRightAgain() throws Exception {
        // Given
        RunningSidecar.await(running.simulator().churn().step(50));
        stream.followUntil(client -> !client.firstId().isEmpty());
        String before = stream.id();

        // When the server's versions go back
        RunningSidecar.await(running.simulator().faults().jump(10));
        RunningSidecar.await(running.simulator().world().many("pods", Kind.MODIFIED, 5));
        Await.until(() -> RunningSidecar.await(running.simulator().faults().error("pods", GONE)) > 0);

        // Then
        stream.followUntil(client -> client.marks().equals(List.of("SYNCED", "RESET", "SYNCED")));
        assertTrue(!stream.id().equals(before), before);
        Map<String, Long> expected =
                RunningSidecar.await(running.simulator().log().snapshot("pods")).entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().version()));
        assertEquals(expected, stream.objects());
    }
}
