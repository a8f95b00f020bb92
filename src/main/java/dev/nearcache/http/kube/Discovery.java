package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which groups, versions and types there are, in the plain form of discovery that every client knows. Only cached types
 * are named, and those not before discovery has found them.
 */
final class Discovery {
    private static final List<String> VERBS = List.of("get", "list", "watch");

    private final ResourceCatalog catalog;

    Discovery(ResourceCatalog catalog) {
        this.catalog = catalog;
    }

    /** The document at a path; empty if the path is none of discovery, or names nothing cached. */
    Optional<JsonObject> at(String path) {
        List<String> parts = KubePath.segments(path);
        boolean core = parts.get(0).equals("api");
        return switch (parts.size()) {
            case 1 -> Optional.of(core ? coreVersions() : groups());
            case 2 -> core ? types("", parts.get(1)) : group(parts.get(1));
            case 3 -> core ? Optional.empty() : types(parts.get(1), parts.get(2));
            default -> Optional.empty();
        };
    }

    private JsonObject coreVersions() {
        return new JsonObject()
                .put("kind", "APIVersions")
                .put("versions", new JsonArray(List.copyOf(versions(""))))
                .put("serverAddressByClientCIDRs", new JsonArray());
    }

    private JsonObject groups() {
        JsonArray groups = new JsonArray();
        types().stream()
                .map(ResourceType::group)
                .filter(group -> !group.isEmpty())
                .distinct()
                .sorted()
                .forEach(group -> groups.add(described(group, new JsonObject())));
        return new JsonObject()
                .put("kind", "APIGroupList")
                .put("apiVersion", "v1")
                .put("groups", groups);
    }

    private Optional<JsonObject> group(String group) {
        JsonObject head = new JsonObject().put("kind", "APIGroup").put("apiVersion", "v1");
        return versions(group).isEmpty() ? Optional.empty() : Optional.of(described(group, head));
    }

    private JsonObject described(String group, JsonObject into) {
        JsonArray versions = new JsonArray();
        versions(group)
                .forEach(version -> versions.add(new JsonObject()
                        .put("groupVersion", group + "/" + version)
                        .put("version", version)));
        return into.put("name", group).put("versions", versions).put("preferredVersion", versions.getJsonObject(0));
    }

    private Optional<JsonObject> types(String group, String version) {
        JsonArray resources = new JsonArray();
        types().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .forEach(type -> resources.add(described(type)));
        return resources.isEmpty()
                ? Optional.empty()
                : Optional.of(new JsonObject()
                        .put("kind", "APIResourceList")
                        .put("apiVersion", "v1")
                        .put("groupVersion", group.isEmpty() ? version : group + "/" + version)
                        .put("resources", resources));
    }

    private static JsonObject described(ResourceType type) {
        JsonObject described = new JsonObject()
                .put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.kind())
                .put("verbs", new JsonArray(VERBS));
        return type.shortNames().isEmpty() ? described : described.put("shortNames", new JsonArray(type.shortNames()));
    }

    private Set<String> versions(String group) {
        return types().stream()
                .filter(type -> type.group().equals(group))
                .map(ResourceType::version)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<ResourceType> types() {
        return catalog.all().stream()
                .map(CachedResource::type)
                .flatMap(Optional::stream)
                .toList();
    }
}
