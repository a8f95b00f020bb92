package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out how the API server serves a type (kubernetes-api.md 5.1). Asks anew each time. It is not told the kind of
 * lists and gives the usual one: the kind with {@code List} behind it.
 */
public final class Discovery {
    private final ApiClient client;

    /** Discovery of one API server. */
    public Discovery(ApiClient client) {
        this.client = client;
    }

    /**
     * The type of a name: in the version that the name gives, else in the one that the server prefers, else in the next
     * one that has it.
     *
     * @return fails with {@link UpstreamException}: {@link Reason#NOT_FOUND} if the server has no such group, version or
     *     resource; {@link Reason#NOT_OFFERED} if it does not offer to list it
     */
    public Future<ResourceType> resolve(ResourceName name) {
        if (!name.version().isEmpty()) {
            return find(name, List.of(name.version()));
        }
        if (name.group().isEmpty()) {
            return find(name, List.of("v1"));
        }
        return client.document("/apis/" + name.group())
                .recover(failure -> Future.failedFuture(explained(
                        failure, "the API server has no group \"" + name.group() + "\", asked for by " + name)))
                .compose(group -> find(name, versions(group)));
    }

    /** Fails with {@link UpstreamException} unless the API server says that it is ready: then it knows all its types. */
    public Future<Void> ready() {
        return client.get("/readyz").compose(response -> client.read(response, chunk -> {}));
    }

    /** All served versions, the preferred one first. */
    private static List<String> versions(JsonNode group) {
        Set<String> versions = new LinkedHashSet<>();
        versions.add(group.path("preferredVersion").path("version").asText());
        group.path("versions")
                .forEach(version -> versions.add(version.path("version").asText()));
        versions.remove("");
        return List.copyOf(versions);
    }

    private Future<ResourceType> find(ResourceName name, List<String> versions) {
        if (versions.isEmpty()) {
            return Future.failedFuture(notFound("the API server serves no version of group \"" + name.group() + "\""));
        }
        String version = versions.get(0);
        String path = name.group().isEmpty() ? "/api/" + version : "/apis/" + name.group() + "/" + version;
        return client.document(path)
                .recover(failure -> isNotFound(failure) && versions.size() > 1
                        // A version that is announced but not there yet must not hide the next one.
                        ? Future.succeededFuture(MissingNode.getInstance())
                        : Future.failedFuture(
                                explained(failure, "the API server does not serve " + path + ", asked for by " + name)))
                .compose(list -> {
                    Optional<JsonNode> entry = entry(list, name.plural());
                    if (entry.isEmpty() && versions.size() > 1) {
                        return find(name, versions.subList(1, versions.size()));
                    }
                    return entry.map(found -> typeOf(name, version, found))
                            .orElseGet(() -> Future.failedFuture(notFound(missing(name, path, list))));
                });
    }

    private static Optional<JsonNode> entry(JsonNode list, String plural) {
        for (JsonNode entry : list.path("resources")) {
            if (entry.path("name").asText().equals(plural)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    private static Future<ResourceType> typeOf(ResourceName name, String version, JsonNode entry) {
        List<String> verbs = texts(entry.path("verbs"));
        if (!verbs.contains("list")) {
            String message = name + " cannot be listed; the API server offers only " + verbs;
            return Future.failedFuture(UpstreamException.of(ApiStatus.of(405, "MethodNotAllowed", message)));
        }
        String kind = entry.path("kind").asText();
        return Future.succeededFuture(new ResourceType(
                name.group(),
                version,
                name.plural(),
                entry.path("singularName").asText(),
                kind,
                kind + "List",
                entry.path("namespaced").asBoolean(),
                texts(entry.path("shortNames")),
                verbs.contains("watch") ? ResourceType.Access.WATCHED : ResourceType.Access.LISTED));
    }

    /** Says what was perhaps meant: the singular, a short name, or a resource of another group. */
    private static String missing(ResourceName name, String path, JsonNode list) {
        for (JsonNode entry : list.path("resources")) {
            boolean meant = entry.path("singularName").asText().equals(name.plural())
                    || texts(entry.path("shortNames")).contains(name.plural());
            if (meant) {
                return path + " has no resource \"" + name.plural() + "\"; did you mean \""
                        + entry.path("name").asText() + "\"?";
            }
        }
        String hint = name.group().isEmpty() ? "; one of another group is named with it, as deployments.apps" : "";
        return path + " has no resource \"" + name.plural() + "\"" + hint;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Throwable explained(Throwable failure, String message) {
        return isNotFound(failure) ? notFound(message) : failure;
    }

    private static boolean isNotFound(Throwable failure) {
        return failure instanceof UpstreamException upstream && upstream.reason() == Reason.NOT_FOUND;
    }

    private static UpstreamException notFound(String message) {
        return UpstreamException.of(ApiStatus.of(404, "NotFound", message));
    }
}
