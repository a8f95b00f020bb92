package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Change.Telling;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The objects, for whoever changes them from outside HTTP. From any thread; a refused change fails its future with
 * {@link ApiFailure}. Types are named as by {@link SimType#name}; the namespace is empty at cluster scope.
 */
public final class World {
    private final Owner owner;
    private final Cluster cluster;
    private final Writes writes;
    private final Telling telling;

    World(Owner owner, Cluster cluster, Writes writes, Telling telling) {
        this.owner = owner;
        this.cluster = cluster;
        this.writes = writes;
        this.telling = telling;
    }

    /** The same world, with changes that no watch is told of; lists show them (LW-10). */
    public World silently() {
        return new World(owner, cluster, writes, Telling.SILENT);
    }

    /** Creates an object; its metadata needs a name or generateName, the rest is added. */
    public Future<SimObject> create(String type, String namespace, String json) {
        return owner.call(() -> writes.create(cluster.type(type), namespace, tree(json), telling));
    }

    /** Replaces an object; 409 if the JSON names another resourceVersion than the object has. */
    public Future<SimObject> update(String type, String namespace, String name, String json) {
        return owner.call(() -> {
            TypeState state = cluster.type(type);
            return writes.update(state, state.require(namespace, name), tree(json), telling);
        });
    }

    /** Applies a JSON merge patch. */
    public Future<SimObject> patch(String type, String namespace, String name, String json) {
        return owner.call(() -> {
            TypeState state = cluster.type(type);
            return writes.patch(state, state.require(namespace, name), tree(json), telling);
        });
    }

    /** Deletes an object; gives its last state under the version of the delete. */
    public Future<SimObject> delete(String type, String namespace, String name) {
        return owner.call(() -> {
            TypeState state = cluster.type(type);
            return writes.delete(state, state.require(namespace, name), telling);
        });
    }

    /** One object, or a failure with 404. */
    public Future<SimObject> get(String type, String namespace, String name) {
        return owner.call(() -> cluster.type(type).require(namespace, name));
    }

    /** All objects of a type, in the API server's order. */
    public Future<List<SimObject>> list(String type) {
        return owner.call(() -> List.copyOf(cluster.type(type).objects()));
    }

    /**
     * Does the same to many objects: deletes or changes the first ones of a type, or creates new ones in namespace
     * {@code default}. Gives what was changed, fewer if there are fewer. Other requests get their turns in between.
     */
    public Future<List<SimObject>> many(String type, Kind what, int count) {
        return bulk().many(type, what, count);
    }

    /** Makes a number of changes, round and round the objects of a type, each with a text that long in it (SC). */
    public Future<Void> burst(String type, int changes, int bytes) {
        return bulk().burst(type, changes, bytes);
    }

    Bulk bulk() {
        return new Bulk(owner, cluster, writes, telling);
    }

    /** The version of the newest change of any type. */
    public Future<Long> version() {
        return owner.call(cluster::version);
    }

    private static ObjectNode tree(String json) {
        return Json.request(json.getBytes(StandardCharsets.UTF_8));
    }
}
