package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import io.vertx.core.http.HttpServerResponse;

/** The headers that say how old an answer is, and what else a client should know of it. */
public final class Freshness {
    private Freshness() {}

    /** {@code Age: 0} while the watch is live; else the seconds since the last byte, and a warning. */
    public static void tell(HttpServerResponse response, CachedResource resource) {
        ResourceStatus status = resource.status();
        if (status.live()) {
            response.putHeader("Age", "0");
            return;
        }
        long seconds = Math.max(0, status.age().toSeconds());
        response.putHeader("Age", Long.toString(seconds));
        warn(
                response,
                resource.name() + " may be stale: " + status.state().text() + ", last contact with the API server "
                        + seconds + "s ago");
    }

    /** Adds a warning in the form that kubectl shows to its user. */
    public static void warn(HttpServerResponse response, String text) {
        String safe = text.replace("\\", "").replace("\"", "'").replaceAll("\\p{Cntrl}", " ");
        response.headers().add("Warning", "299 - \"" + safe + "\"");
    }
}
