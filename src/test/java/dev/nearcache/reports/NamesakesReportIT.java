package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.config.ConfigException;
import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kinds of one name, in two groups and versions. */
@Tag("field-report")
@Timeout(120)
class NamesakesReportIT {
    private static final String OURS = "widgets.example.com";
    private static final String THEIRS = "widgets.example.org";

    @Test
    @DisplayName("CR-07: kinds of one name in two groups and versions do not mix, at first nor after a change")
    void kindsOfOneNameDoNotMix() throws Exception {
        // Given
        List<SimType> types = new ArrayList<>(SimType.standard());
        types.add(SimType.custom("example.org", "v2", "widgets", "Widget"));
        SimulatedUpstream upstream = SimulatedUpstream.start(
                SimulatorSettings.quiet().withTypes(types).withoutObjects());
        await(upstream.world().create(OURS, "default", "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"of\":\"com\"}}"));
        await(upstream.world().create(THEIRS, "default", "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"of\":\"org\"}}"));

        try (RunningSidecar running = upstream.sidecar(OURS, THEIRS)) {
            running.awaitSynced();
            assertEquals(Set.of("example.com/v1 com a"), objects(running, "/apis/example.com/v1/widgets"));
            assertEquals(Set.of("example.org/v2 org a"), objects(running, "/apis/example.org/v2/widgets"));

            // When
            await(upstream.world()
                    .create(THEIRS, "default", "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"of\":\"org\"}}"));
            await(upstream.world().delete(OURS, "default", "a"));

            // Then
            Await.until(() -> objects(running, "/apis/example.com/v1/widgets").isEmpty()
                    && objects(running, "/apis/example.org/v2/widgets").size() == 2);
            assertEquals(
                    Set.of("example.org/v2 org a", "example.org/v2 org b"),
                    objects(running, "/apis/example.org/v2/widgets"));
        }
    }

    @Test
    @DisplayName("CR-07: one kind given twice is refused at the start, by its name")
    void oneKindGivenTwiceIsRefused() {
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> RunningSidecar.config("http://127.0.0.1:1", "", OURS, OURS),
                "two views of one kind would answer on one path");
        assertTrue(String.valueOf(refused.getMessage()).contains(OURS + " is given twice"), refused::toString);
    }

    private static Set<String> objects(RunningSidecar running, String path) {
        Set<String> seen = new TreeSet<>();
        for (JsonNode item :
                SimulatedUpstream.json(SimulatedUpstream.get(running, path)).path("items")) {
            seen.add(
                    item.path("apiVersion").asText() + " " + item.at("/spec/of").asText() + " "
                            + item.at("/metadata/name").asText());
        }
        return seen;
    }
}
