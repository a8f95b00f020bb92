package dev.nearcache.http;

import dev.nearcache.http.kube.Status;
import dev.nearcache.http.kube.TypeText;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** The data of those events that carry no object of the cluster. */
final class EventText {
    private EventText() {}

    static byte[] synced(CachedResource resource, TypeText text, ResourceVersion version) {
        return event("BOOKMARK", resource, text.endOfInitialEvents(version));
    }

    static byte[] bookmark(CachedResource resource, TypeText text, ResourceVersion version) {
        return event("BOOKMARK", resource, text.bookmark(version));
    }

    static byte[] error(CachedResource resource, Status status) {
        return event("ERROR", resource, new String(status.json(), StandardCharsets.UTF_8));
    }

    static byte[] reset(CachedResource resource, String why) {
        return new JsonObject()
                .put("type", "RESET")
                .put("resource", resource.name().toString())
                .put("reason", "Expired")
                .put("message", why)
                .encode()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] event(String type, CachedResource resource, String object) {
        String text = "{\"type\":\"" + type + "\",\"resource\":\"" + resource.name() + "\",\"object\":" + object + "}";
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
