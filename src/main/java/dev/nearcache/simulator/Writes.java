package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.time.Timers;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a write does to an object's metadata and when it is refused. Confined to the simulator's context. */
final class Writes {
    private static final int LONGEST_NAME = 253;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String CHANGED_BY_OTHERS =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final Cluster cluster;
    private final Timers timers;
    private final Names names;

    Writes(Cluster cluster, Timers timers, Names names) {
        this.cluster = cluster;
        this.timers = timers;
        this.names = names;
    }

    /** Creates an object; its name may be left to us by {@code generateName}. */
    SimObject create(TypeState state, String namespace, ObjectNode tree, Telling telling) {
        ObjectNode metadata = Json.child(tree, "metadata");
        String name = nameOf(state.type(), metadata);
        requireNamespace(namespace, metadata);
        if (!metadata.path("resourceVersion").asText("").isEmpty()) {
            // Upstream has no reason here and takes it for its own failure.
            throw new ApiFailure(StatusBody.of(500, "", "resourceVersion should not be set on objects to be created"));
        }
        if (state.get(SimObject.key(namespace, name)) != null) {
            throw new ApiFailure(StatusBody.alreadyExists(state.type(), name));
        }
        metadata.put("name", name);
        if (state.type().namespaced()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", names.uid());
        metadata.put("creationTimestamp", now());
        if (tree.has("spec")) {
            metadata.put("generation", 1);
        }
        return store(state, tree, null, telling);
    }

    /** Replaces an object. Identity and creation time stay; the same content again is no change. */
    SimObject update(TypeState state, SimObject current, ObjectNode tree, Telling telling) {
        ObjectNode metadata = Json.child(tree, "metadata");
        String name = metadata.path("name").asText("");
        if (!name.equals(current.name())) {
            throw new ApiFailure(StatusBody.badRequest("the name of the object (" + name
                    + ") does not match the name on the URL (" + current.name() + ")"));
        }
        requireNamespace(current.namespace(), metadata);
        String version = metadata.path("resourceVersion").asText("");
        if (!version.isEmpty() && !version.equals(Long.toString(current.version()))) {
            throw new ApiFailure(StatusBody.conflict(state.type(), name, CHANGED_BY_OTHERS));
        }
        String uid = metadata.path("uid").asText("");
        if (!uid.isEmpty() && !uid.equals(current.uid())) {
            throw new ApiFailure(StatusBody.conflict(
                    state.type(),
                    name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + current.uid()));
        }
        return replace(state, current, tree, telling);
    }

    /** Applies a merge patch (RFC 7396). */
    SimObject patch(TypeState state, SimObject current, ObjectNode patch, Telling telling) {
        return update(state, current, MergePatch.apply(current.tree(), patch), telling);
    }

    SimObject delete(TypeState state, SimObject current, Telling telling) {
        SimObject last = current.at(cluster.nextVersion());
        state.apply(new Change(Kind.DELETED, last, current, telling));
        return last;
    }

    private SimObject replace(TypeState state, SimObject current, ObjectNode tree, Telling telling) {
        ObjectNode before = current.tree();
        ObjectNode metadata = Json.child(tree, "metadata");
        JsonNode old = before.path("metadata");
        for (String kept : new String[] {"namespace", "uid", "creationTimestamp", "generation", "resourceVersion"}) {
            if (old.has(kept)) {
                metadata.set(kept, old.path(kept));
            }
        }
        tree.remove("kind");
        tree.remove("apiVersion");
        if (tree.equals(before)) {
            return current;
        }
        if (tree.has("spec") && !tree.path("spec").equals(before.path("spec"))) {
            metadata.put("generation", old.path("generation").asLong(0) + 1);
        }
        return store(state, tree, current, telling);
    }

    private SimObject store(TypeState state, ObjectNode tree, @Nullable SimObject previous, Telling telling) {
        ObjectNode metadata = Json.child(tree, "metadata");
        long version = cluster.nextVersion();
        metadata.put("resourceVersion", Long.toString(version));
        ObjectNode ordered = Json.object();
        ordered.set("metadata", metadata);
        tree.remove("kind");
        tree.remove("apiVersion");
        ordered.setAll(tree);
        byte[] json = Json.bytes(ordered);
        SimObject object = new SimObject(
                state.type(),
                metadata.path("namespace").asText(""),
                metadata.path("name").asText(),
                metadata.path("uid").asText(),
                version,
                () -> json);
        state.apply(new Change(previous == null ? Kind.ADDED : Kind.MODIFIED, object, previous, telling));
        return object;
    }

    private String nameOf(SimType type, ObjectNode metadata) {
        String name = metadata.path("name").asText("");
        String prefix = metadata.path("generateName").asText("");
        if (name.isEmpty() && prefix.isEmpty()) {
            throw invalidName(type, "", "FieldValueRequired", "Required value: name or generateName is required");
        }
        String whole = name.isEmpty() ? prefix + names.suffix() : name;
        if (whole.length() > LONGEST_NAME || !NAME.matcher(whole).matches()) {
            throw invalidName(
                    type,
                    whole,
                    "FieldValueInvalid",
                    "Invalid value: \"" + whole + "\": a lowercase RFC 1123 subdomain must consist of lower case"
                            + " alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
                            + " (e.g. 'example.com', regex used for validation is '" + NAME + "')");
        }
        return whole;
    }

    private static void requireNamespace(String namespace, ObjectNode metadata) {
        String given = metadata.path("namespace").asText("");
        if (!given.isEmpty() && !given.equals(namespace)) {
            throw new ApiFailure(StatusBody.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
    }

    private static ApiFailure invalidName(SimType type, String name, String reason, String problem) {
        ObjectNode details = Json.object();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.kind());
        details.putArray("causes")
                .addObject()
                .put("reason", reason)
                .put("message", problem)
                .put("field", "metadata.name");
        String qualified = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return new ApiFailure(
                StatusBody.of(422, "Invalid", qualified + " \"" + name + "\" is invalid: metadata.name: " + problem)
                        .with(details));
    }

    private String now() {
        return timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
