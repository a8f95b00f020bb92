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
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which faults hold now, by type. Confined to the simulator's context. */
final class FaultBoard {
    private final Timers timers;
    private final Map<String, List<Entry>> faults = new HashMap<>();
    private final Map<String, Set<Quirk>> quirks = new HashMap<>();
    private final Map<String, Pace> paces = new HashMap<>();
    private final Map<String, Long> listVersions = new HashMap<>();
    private final Map<String, Long> horizons = new HashMap<>();
    private Optional<Set<String>> tokens = Optional.empty();

    FaultBoard(Timers timers) {
        this.timers = timers;
    }

    /** Lets a request meet the faults of its type, one after another, until one answers it. */
    Future<Outcome> meet(Exchange exchange) {
        Future<Outcome> outcome = Future.succeededFuture(Outcome.GO_ON);
        for (Entry entry : List.copyOf(entries(exchange.type().name()))) {
            if (entry.fault.concerns(exchange)) {
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

    /** The version that a type's lists are to name, whatever is true. */
    OptionalLong listVersion(SimType type) {
        Long version = listVersions.get(type.name());
        return version == null ? OptionalLong.empty() : OptionalLong.of(version);
    }

    void listVersion(String type, long version) {
        listVersions.put(type, version);
    }

    /** The newest version of a type that the server knows of. */
    long horizon(SimType type) {
        return horizons.getOrDefault(type.name(), Long.MAX_VALUE);
    }

    void horizon(String type, long version) {
        horizons.put(type, version);
    }

    /** Whether a request with this Authorization header, null without one, is let in. */
    boolean lets(@Nullable String authorization) {
        return tokens.isEmpty()
                || (authorization != null && tokens.get().contains(authorization.replaceFirst("(?i)^bearer ", "")));
    }

    void tokens(Set<String> accepted) {
        tokens = Optional.of(Set.copyOf(accepted));
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
        listVersions.clear();
        horizons.clear();
        tokens = Optional.empty();
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
        private int met;

        Entry(Fault fault) {
            this.fault = fault;
        }

        Future<Outcome> meet(Exchange exchange, Timers timers) {
            if (lifted.future().isComplete() || !fault.strikes(met++)) {
                return Future.succeededFuture(Outcome.GO_ON);
            }
            return fault.meet(exchange, timers, lifted.future());
        }

        void lift() {
            lifted.tryComplete();
        }
    }
}
