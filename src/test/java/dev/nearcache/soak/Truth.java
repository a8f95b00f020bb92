package dev.nearcache.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorLog.Tail;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What really happened, read from the simulator's log as it goes. Confined to one thread. */
final class Truth {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Simulator simulator;
    private final Map<SoakType, History> histories = new EnumMap<>(SoakType.class);
    private final Map<SoakType, Long> positions = new EnumMap<>(SoakType.class);
    private long changes;

    private Truth(Simulator simulator) {
        this.simulator = simulator;
    }

    /** Begins with the objects of a simulator in which nothing changes yet. */
    static Truth of(Simulator simulator, long start) {
        Truth truth = new Truth(simulator);
        for (SoakType type : SoakType.values()) {
            Map<String, State> base = new HashMap<>();
            Waiting.on(simulator.world().list(type.resource())).stream()
                    .filter(object -> type.covers(object.namespace()))
                    .forEach(object -> base.put(object.key(), state(object)));
            truth.histories.put(type, new History(start, base));
            truth.positions.put(type, 0L);
        }
        return truth;
    }

    History of(SoakType type) {
        History history = histories.get(type);
        if (history == null) {
            throw new IllegalArgumentException("no history of " + type);
        }
        return history;
    }

    /** How many changes there were. */
    long changes() {
        return changes;
    }

    /** Learns everything that has happened until now. */
    void pull() {
        Map<SoakType, Future<Tail>> tails = new EnumMap<>(SoakType.class);
        positions.forEach((type, position) -> tails.put(type, simulator.log().tail(type.resource(), position)));
        tails.forEach((type, asked) -> {
            Tail tail = Waiting.on(asked);
            History history = of(type);
            for (Change change : tail.changes()) {
                if (type.covers(change.object().namespace())) {
                    history.add(fact(history, change));
                    changes++;
                }
            }
            positions.put(type, tail.next());
        });
    }

    /** The versions are about to go back to this one. */
    void announce(long start) {
        pull();
        histories.values().forEach(history -> history.announce(start));
    }

    /** They have. */
    void arrive() {
        pull();
        histories.values().forEach(History::arrive);
    }

    private static Fact fact(History history, Change change) {
        SimObject object = change.object();
        @Nullable State after = change.kind() == Change.Kind.DELETED ? null : state(object);
        return new Fact(object.version(), object.key(), history.newest().get(object.key()), after, change.telling());
    }

    private static State state(SimObject object) {
        try {
            JsonNode tree = JSON.readTree(object.body().json());
            JsonNode labels = tree.path("metadata").path("labels");
            Traits traits = new Traits(
                    object.namespace(),
                    labels.path(Selector.LABEL).asText(""),
                    tree.path("spec").path("nodeName").asText(""));
            return new State(object.version(), object.uid(), traits);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
