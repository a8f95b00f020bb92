package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which groups, versions and types there are, in the older form that every client still reads (kubernetes-api.md 5.1). */
final class Discovery {
    private static final String SERVER_VERSION = "v1.37.2";
    private static final List<String> VERBS = List.of("create", "delete", "get", "list", "patch", "update", "watch");

    private final Cluster cluster;
    private final FaultBoard faults;

    Discovery(Cluster cluster, FaultBoard faults) {
        this.cluster = cluster;
        this.faults = faults;
    }

    /** The document at a path, empty if none is there. */
    Optional<ObjectNode> find(String path) {
        String trimmed = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String[] parts = trimmed.substring(1).split("/", -1);
        if (trimmed.equals("/version")) {
            return Optional.of(version());
        }
        if (trimmed.equals("/api")) {
            return Optional.of(coreVersions());
        }
        if (trimmed.equals("/apis")) {
            return Optional.of(groups());
        }
        if (parts.length == 2 && parts[0].equals("api")) {
            return resources("", parts[1]);
        }
        if (parts.length == 2 && parts[0].equals("apis")) {
            return hasGroup(parts[1]) ? Optional.of(document("APIGroup").setAll(group(parts[1]))) : Optional.empty();
        }
        return parts.length == 3 && parts[0].equals("apis") ? resources(parts[1], parts[2]) : Optional.empty();
    }

    /** Whether a path lies in a group that is served, where errors are Status objects and not text. */
    boolean knows(String path) {
        return path.startsWith("/api/") || types().anyMatch(type -> path.startsWith("/apis/" + type.group() + "/"));
    }

    private Stream<SimType> types() {
        return cluster.types().stream().map(TypeState::type).filter(type -> !faults.shows(type, Quirk.NOT_SERVED));
    }

    private boolean hasGroup(String group) {
        return !group.isEmpty() && types().anyMatch(type -> type.group().equals(group));
    }

    private ObjectNode groups() {
        ObjectNode list = document("APIGroupList");
        ArrayNode groups = list.putArray("groups");
        Set<String> names = new LinkedHashSet<>();
        types().map(SimType::group).filter(this::hasGroup).forEach(names::add);
        names.forEach(name -> groups.add(group(name)));
        return list;
    }

    private ObjectNode group(String name) {
        ObjectNode group = Json.object().put("name", name);
        ArrayNode versions = group.putArray("versions");
        types().filter(type -> type.group().equals(name))
                .map(SimType::version)
                .distinct()
                .forEach(version -> versions.addObject()
                        .put("groupVersion", name + "/" + version)
                        .put("version", version));
        group.set("preferredVersion", versions.get(0).deepCopy());
        return group;
    }

    private Optional<ObjectNode> resources(String group, String version) {
        List<SimType> types = types().filter(
                        type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (types.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode list = group.isEmpty() ? Json.object().put("kind", "APIResourceList") : document("APIResourceList");
        list.put("groupVersion", types.get(0).apiVersion());
        ArrayNode resources = list.putArray("resources");
        types.forEach(type -> resources.add(resource(type, faults.shows(type, Quirk.NO_WATCH_VERB))));
        return Optional.of(list);
    }

    private static ObjectNode resource(SimType type, boolean listedOnly) {
        ObjectNode resource = Json.object()
                .put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.kind());
        ArrayNode verbs = resource.putArray("verbs");
        VERBS.stream().filter(verb -> !listedOnly || !verb.equals("watch")).forEach(verbs::add);
        if (!type.shortNames().isEmpty()) {
            ArrayNode shortNames = resource.putArray("shortNames");
            type.shortNames().forEach(shortNames::add);
        }
        return resource;
    }

    private static ObjectNode coreVersions() {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", "127.0.0.1");
        return versions;
    }

    private static ObjectNode version() {
        return Json.object()
                .put("major", "1")
                .put("minor", "37")
                .put("gitVersion", SERVER_VERSION)
                .put("gitCommit", "simulated")
                .put("gitTreeState", "clean")
                .put("platform", "nearcache/simulator");
    }

    private static ObjectNode document(String kind) {
        return Json.object().put("kind", kind).put("apiVersion", "v1");
    }
}
