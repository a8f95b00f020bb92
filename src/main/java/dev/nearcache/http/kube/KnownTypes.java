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
 * What the cached types tell about themselves, in the plain form of discovery that every client knows: for as long as the
 * API server has not told more. A type is not named before it was found there.
 */
final class KnownTypes {
    private final ResourceCatalog catalog;

    KnownTypes(ResourceCatalog catalog) {
        this.catalog = catalog;
    }

    /** The document at a path; empty if it names nothing cached. */
    Optional<JsonObject> at(DiscoveryPath path) {
        return switch (path.place()) {
            case CORE -> Optional.of(coreVersions());
            case GROUPS, OLDER_GROUPS -> Optional.of(groups());
            case GROUP -> group(path.group());
            case TYPES -> types(path.group(), path.version());
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

    /** The list of the core group has no apiVersion. */
    private Optional<JsonObject> types(String group, String version) {
        JsonArray resources = new JsonArray();
        types().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .forEach(type -> resources.add(described(type)));
        JsonObject list = new JsonObject().put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            list.put("apiVersion", "v1");
        }
        return resources.isEmpty()
                ? Optional.empty()
                : Optional.of(list.put("groupVersion", group.isEmpty() ? version : group + "/" + version)
                        .put("resources", resources));
    }

    private static JsonObject described(ResourceType type) {
        List<String> verbs = switch (type.access()) {
            case WATCHED -> List.of("get", "list", "watch");
            case LISTED -> List.of("get", "list");
        };
        JsonObject described = new JsonObject()
                .put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.kind())
                .put("verbs", new JsonArray(verbs));
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
