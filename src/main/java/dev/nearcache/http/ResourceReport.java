package dev.nearcache.http;

import dev.nearcache.http.kube.OpenStream;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Holdings;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is cached, and who is listening, as JSON (design section 7). */
final class ResourceReport {
    private ResourceReport() {}

    static JsonObject resources(ResourceCatalog catalog) {
        JsonArray items = new JsonArray();
        catalog.all().forEach(resource -> items.add(of(resource)));
        return new JsonObject().put("items", items);
    }

    static JsonObject subscriptions(Collection<OpenStream> streams) {
        JsonArray items = new JsonArray();
        for (OpenStream stream : streams) {
            items.add(new JsonObject()
                    .put("id", stream.id())
                    .put("protocol", stream.protocol().name().toLowerCase(Locale.ROOT))
                    .put("resources", new JsonArray(stream.resources()))
                    .put("uri", stream.uri())
                    .put("client", stream.client())
                    .put("since", stream.since().toString())
                    .put("events", stream.events())
                    .put("bytes", stream.bytes()));
        }
        return new JsonObject().put("items", items);
    }

    private static @Nullable Long age(ResourceStatus status) {
        OptionalLong age = status.ageSeconds();
        return age.isPresent() ? age.getAsLong() : null;
    }

    private static JsonObject of(CachedResource resource) {
        ResourceStatus status = resource.status();
        Holdings held = Holdings.of(resource);
        return new JsonObject()
                .put("resource", resource.name().toString())
                .put("apiVersion", resource.type().map(ResourceType::apiVersion).orElse(""))
                .put("kind", resource.type().map(ResourceType::kind).orElse(""))
                .put("namespaced", resource.type().map(ResourceType::namespaced).orElse(null))
                .put("namespaces", new JsonArray(resource.namespaces()))
                .put("state", status.state().text())
                .put("reason", status.reason())
                .put("message", status.message())
                .put("synced", held.synced())
                .put("live", status.live())
                .put("ageSeconds", age(status))
                .put("objects", held.objects())
                .put(
                        "resourceVersion",
                        held.resourceVersion().isNone()
                                ? ""
                                : held.resourceVersion().toString())
                .put("bytes", held.bytes())
                .put("storedBytes", held.storedBytes())
                .put("maxObjects", resource.limits().maxObjects())
                .put("maxBytes", resource.limits().maxBytes())
                .put("relists", status.relists())
                .put("lastContact", status.lastContact().map(Instant::toString).orElse(null))
                .put("since", status.since().map(Instant::toString).orElse(null))
                .put("waitsFor", status.waitsFor())
                .put("lastError", status.lastError())
                .put("lastErrorAt", status.lastErrorAt().map(Instant::toString).orElse(null))
                .put("namespacesMissing", new JsonArray(QueryService.missing(resource)))
                .put("unreadable", new JsonArray(status.unreadable()));
    }
}
