package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Change.Telling;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Many changes, in slices that leave the event loop free in between.
 *
 * @param owner where they are made
 * @param cluster the objects
 * @param writes how an object changes
 * @param telling whether watches get to know
 */
record Bulk(Owner owner, Cluster cluster, Writes writes, Telling telling) {
    /** Changes in one turn: some 10 ms. */
    private static final int SLICE = 100;

    private static final String STAMP = "simulator.nearcache.dev/touched";

    Future<List<SimObject>> many(String type, Kind what, int count) {
        return owner.call(() -> cluster.type(type)).compose(state -> slices(state, what, count, new ArrayList<>()));
    }

    private Future<List<SimObject>> slices(TypeState state, Kind what, int count, List<SimObject> done) {
        int slice = Math.min(SLICE, count - done.size());
        String last = done.isEmpty() ? "" : done.get(done.size() - 1).key();
        return owner.call(() -> slice(state, what, slice, last)).compose(more -> {
            done.addAll(more);
            return more.isEmpty() || done.size() == count
                    ? Future.succeededFuture(done)
                    : slices(state, what, count, done);
        });
    }

    /** All of it in one turn. */
    List<SimObject> now(TypeState state, Kind what, int count) {
        return slice(state, what, count, "");
    }

    Future<Void> burst(String type, int changes, int bytes) {
        String text = "x".repeat(bytes);
        return owner.call(() -> cluster.type(type)).compose(state -> burst(state, changes, text, ""));
    }

    private Future<Void> burst(TypeState state, int changes, String text, String last) {
        if (changes <= 0 || state.objects().isEmpty()) {
            return Future.succeededFuture();
        }
        int slice = Math.min(SLICE, changes);
        return owner.call(() -> touched(state, slice, text, last)).compose(more -> {
            String next = more.isEmpty() ? "" : more.get(more.size() - 1).key();
            return burst(state, changes - more.size(), text, next);
        });
    }

    private List<SimObject> slice(TypeState state, Kind what, int count, String last) {
        return switch (what) {
            case ADDED -> added(state, count);
            case MODIFIED -> touched(state, count, Long.toString(cluster.version()), last);
            case DELETED -> deleted(state, count);
        };
    }

    private List<SimObject> added(TypeState state, int count) {
        String namespace = state.type().namespaced() ? "default" : "";
        List<SimObject> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ObjectNode fresh = Json.object();
            fresh.putObject("metadata").put("generateName", state.type().singular() + "-");
            made.add(writes.create(state, namespace, fresh, telling));
        }
        return made;
    }

    private List<SimObject> touched(TypeState state, int count, String text, String last) {
        List<SimObject> touched = new ArrayList<>();
        for (SimObject object : state.objectsAfter(last).stream().limit(count).toList()) {
            ObjectNode tree = object.tree();
            ObjectNode annotations = Json.child(Json.child(tree, "metadata"), "annotations");
            annotations.put(STAMP, cluster.version() + " " + text);
            touched.add(writes.update(state, object, tree, telling));
        }
        return touched;
    }

    private List<SimObject> deleted(TypeState state, int count) {
        return state.objects().stream().limit(count).toList().stream()
                .map(object -> writes.delete(state, object, telling))
                .toList();
    }
}
