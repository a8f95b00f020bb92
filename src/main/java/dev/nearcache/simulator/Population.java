package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that are there at the start, the same for the same seed (but for times, which are counted back from
 * now). Their JSON is made anew each time it is read.
 */
final class Population {
    /** Objects made in one turn. */
    private static final int SLICE = 1_000;

    private static final int SECONDS_BETWEEN_CREATIONS = 37;
    private static final int OLDEST_SECONDS = 30 * 24 * 3_600;

    private final SimulatorSettings settings;
    private final Cluster cluster;
    private final Timers timers;
    private final Layout layout;
    private final Instant start;
    private final Map<String, Template> templates = new HashMap<>();

    Population(SimulatorSettings settings, Cluster cluster, Timers timers) {
        this.settings = settings;
        this.cluster = cluster;
        this.timers = timers;
        this.layout = new Layout(settings);
        this.start = timers.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Puts every object there; the histories begin after it. */
    Future<Void> settle() {
        Future<Void> settled = Future.succeededFuture();
        for (TypeState state : List.copyOf(cluster.types())) {
            settled = settled.compose(before -> settle(state));
        }
        return settled.onSuccess(all -> cluster.types().forEach(type -> type.compact(cluster.version())));
    }

    private Future<Void> settle(TypeState state) {
        Promise<Void> promise = Promise.promise();
        Template template = template(state.type());
        slice(state, template, 0, promise);
        return promise.future();
    }

    private void slice(TypeState state, Template template, int from, Promise<Void> promise) {
        int count = settings.population(state.type().name());
        int to = Math.min(count, from + SLICE);
        for (int index = from; index < to; index++) {
            state.seed(object(state.type(), template, index));
        }
        if (to == count) {
            promise.complete();
        } else {
            timers.defer(() -> slice(state, template, to, promise));
        }
    }

    private SimObject object(SimType type, Template template, int index) {
        Place place = layout.place(type, index);
        String uid = layout.uid(type.plural(), index);
        long version = cluster.nextVersion();
        return new SimObject(
                type,
                place.namespace(),
                place.name(),
                uid,
                version,
                () -> template.render(values(type, index, version)));
    }

    private Map<String, String> values(SimType type, int index, long version) {
        Place place = layout.place(type, index);
        Map<String, String> values = layout.values(index, place.app());
        values.put("name", place.name());
        values.put("namespace", place.namespace());
        values.put("uid", layout.uid(type.plural(), index));
        values.put("version", Long.toString(version));
        long age = (long) index * SECONDS_BETWEEN_CREATIONS % OLDEST_SECONDS;
        values.put("created", start.minusSeconds(age).toString());
        return values;
    }

    private Template template(SimType type) {
        String name = Layout.OWN_TEMPLATE.contains(type.name()) ? type.plural() : "widgets";
        return templates.computeIfAbsent(name, Template::load);
    }

    /**
     * Where an object lives.
     *
     * @param namespace its namespace, empty at cluster scope
     * @param name its name
     * @param app the application that it belongs to
     */
    record Place(String namespace, String name, int app) {}
}
