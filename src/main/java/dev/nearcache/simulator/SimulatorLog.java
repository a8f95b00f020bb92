package dev.nearcache.simulator;

import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What really happened, to compare with what a client saw. From any thread. */
public final class SimulatorLog {
    private final Owner owner;
    private final Cluster cluster;
    private final RequestLog requests;

    SimulatorLog(Owner owner, Cluster cluster, RequestLog requests) {
        this.owner = owner;
        this.cluster = cluster;
        this.requests = requests;
    }

    /**
     * Who an object is and at which version.
     *
     * @param uid its uid
     * @param version its resourceVersion
     */
    public record Identity(String uid, long version) {}

    /**
     * The changes at and after a position.
     *
     * @param next the position to go on from
     * @param changes oldest first
     */
    public record Tail(long next, List<Change> changes) {}

    /** Every change of a type since the start, in order; the newest {@link SimulatorSettings#log} of them. */
    public Future<List<Change>> changes(String type) {
        return owner.call(() -> cluster.type(type).log().toList());
    }

    /** The changes of a type above a version. */
    public Future<List<Change>> changesAfter(String type, long version) {
        return changes(type)
                .map(all -> all.stream()
                        .filter(change -> change.version() > version)
                        .toList());
    }

    /**
     * The changes of a type from a position on, 0 for the first; whoever follows a long run asks again and again, before
     * {@link SimulatorSettings#log} more have happened. Fails with IllegalStateException once some are forgotten.
     */
    public Future<Tail> tail(String type, long from) {
        return owner.call(() -> {
            Ring log = cluster.type(type).log();
            if (from < log.first()) {
                throw new IllegalStateException("changes of " + type + " from " + from + " on are forgotten");
            }
            return new Tail(log.end(), log.from(from));
        });
    }

    /** The objects of a type now, by {@code namespace/name} or {@code name}, in the API server's order. */
    public Future<Map<String, Identity>> snapshot(String type) {
        return owner.call(() -> {
            Map<String, Identity> now = new LinkedHashMap<>();
            cluster.type(type)
                    .objects()
                    .forEach(object -> now.put(object.key(), new Identity(object.uid(), object.version())));
            return now;
        });
    }

    /** The newest requests of any client, oldest first. */
    public Future<List<RequestEntry>> requests() {
        return owner.call(requests::entries);
    }

    /** How many watches of a type are open. */
    public Future<Integer> openWatches(String type) {
        return owner.call(() -> cluster.type(type).watches().size());
    }
}
