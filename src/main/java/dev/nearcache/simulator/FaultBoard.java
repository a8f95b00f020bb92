package dev.nearcache.simulator;

import dev.nearcache.simulator.Fault.Outcome;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which faults hold now, by type. Confined to the simulator's context. */
final class FaultBoard {
    private final Timers timers;
    private final Map<String, List<Entry>> faults = new HashMap<>();
    private final Map<String, Set<Quirk>> quirks = new HashMap<>();
    private final Map<String, Pace> paces = new HashMap<>();

    FaultBoard(Timers timers) {
        this.timers = timers;
    }

    /** Lets a request meet the faults of its type, one after another, until one answers it. */
    Future<Outcome> meet(Exchange exchange) {
        Future<Outcome> outcome = Future.succeededFuture(Outcome.GO_ON);
        for (Entry entry : List.copyOf(entries(exchange.type().name()))) {
            if (entry.fault.concerns(exchange.verb())) {
                outcome = outcome.compose(
                        so -> so == Outcome.GO_ON ? entry.meet(exchange, timers) : Future.succeededFuture(so));
            }
        }
        return outcome;
    }

    boolean shows(SimType type, Quirk quirk) {
        return quirks(type.name()).contains(quirk);
    }

    Pace pace(SimType type) {
        return paces.getOrDefault(type.name(), Pace.FULL);
    }

    void add(String type, Fault fault) {
        entries(type).add(new Entry(fault));
    }

    void lift(String type, Fault fault) {
        Optional<Entry> lifted =
                entries(type).stream().filter(entry -> entry.fault == fault).findFirst();
        lifted.ifPresent(entry -> {
            entries(type).remove(entry);
            entry.lift();
        });
    }

    void clear() {
        List<Entry> all = faults.values().stream().flatMap(List::stream).toList();
        faults.clear();
        quirks.clear();
        paces.clear();
        all.forEach(Entry::lift);
    }

    void turnOn(String type, Quirk quirk) {
        quirks(type).add(quirk);
    }

    void turnOff(String type, Quirk quirk) {
        quirks(type).remove(quirk);
    }

    void pace(String type, Pace pace) {
        paces.put(type, pace);
    }

    private List<Entry> entries(String type) {
        return faults.computeIfAbsent(type, t -> new ArrayList<>());
    }

    private Set<Quirk> quirks(String type) {
        return quirks.computeIfAbsent(type, t -> EnumSet.noneOf(Quirk.class));
    }

    private static final class Entry {
        private final Fault fault;
        private final Promise<Void> lifted = Promise.promise();
        private int left;

        Entry(Fault fault) {
            this.fault = fault;
            this.left = fault.times();
        }

        Future<Outcome> meet(Exchange exchange, Timers timers) {
            if (left == 0 || lifted.future().isComplete()) {
                return Future.succeededFuture(Outcome.GO_ON);
            }
            left--;
            return fault.meet(exchange, timers, lifted.future());
        }

        void lift() {
            lifted.tryComplete();
        }
    }
}
