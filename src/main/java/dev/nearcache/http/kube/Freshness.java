package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.query.Selection;
import dev.nearcache.query.Selection.Coverage;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** The headers that say how old an answer is, and what else a client should know of it. */
public final class Freshness {
    private Freshness() {}

    /**
     * {@code Age: 0} while the watch is live; else the seconds since the last byte, and a warning: of the namespaces that
     * the answer is made of. Warns of what is missing too: namespaces, and objects that could not be read.
     */
    public static void tell(HttpServerResponse response, CachedResource resource, Selection selection) {
        ResourceStatus status = resource.status(namespace -> isMeant(resource, selection, namespace));
        List<String> missing = selection.coverage() == Coverage.READABLE
                        && selection.namespace().isEmpty()
                ? QueryService.missing(resource)
                : List.of();
        if (!missing.isEmpty()) {
            warn(
                    response,
                    resource.name() + " is partial: these namespaces cannot be read: " + String.join(", ", missing));
        }
        if (!status.unreadable().isEmpty()) {
            warn(
                    response,
                    status.unreadable().size() + " of " + resource.name() + " could not be read: "
                            + status.unreadable().get(0));
        }
        tellAge(response, resource, status);
    }

    /**
     * That there is no such object, or no such version, is as old as what it was looked for in: the headers say so, and
     * the failure stays what it is.
     */
    static <T> Future<T> told(
            HttpServerResponse response, CachedResource resource, Selection selection, Throwable failure) {
        if (failure instanceof QueryException known && !response.closed()) {
            switch (known.reason()) {
                case NOT_FOUND, EXPIRED, TOO_LARGE_VERSION -> tell(response, resource, selection);
                case BAD_REQUEST, NOT_CACHED, NOT_SYNCED, NOT_READABLE -> {}
            }
        }
        return Future.failedFuture(failure);
    }

    /** The namespaces that an answer to a selection is made of. */
    private static boolean isMeant(CachedResource resource, Selection selection, String namespace) {
        if (!selection.namespace().isEmpty()) {
            return selection.namespace().equals(namespace);
        }
        return switch (selection.coverage()) {
            case WHOLE -> true;
            // Where none can be read yet, as on a stream that waits, it is made of those to come.
            case READABLE -> {
                List<String> missing = QueryService.missing(resource);
                yield !missing.contains(namespace)
                        || missing.size() == resource.namespaces().size();
            }
        };
    }

    private static void tellAge(HttpServerResponse response, CachedResource resource, ResourceStatus status) {
        OptionalLong age = status.ageSeconds();
        age.ifPresent(seconds -> response.putHeader("Age", Long.toString(seconds)));
        if (!status.live()) {
            String contact = age.isPresent() ? age.getAsLong() + "s ago" : "never";
            warn(
                    response,
                    resource.name() + " may be stale: " + status.state().text() + ", last contact with the API server "
                            + contact);
        }
    }

    /** Says how old a copy is that the API server does not confirm now. */
    static void tellCopy(HttpServerResponse response, Duration age) {
        response.putHeader("Age", Long.toString(age.toSeconds()));
        warn(response, "the API server last confirmed this " + age.toSeconds() + "s ago");
        forbidKeeping(response);
    }

    /** What is kept is shown again, with its warnings, when all is well again: kubectl keeps discovery for hours. */
    static void forbidKeeping(HttpServerResponse response) {
        response.putHeader("Cache-Control", "no-store");
        response.headers().remove("ETag").remove("Expires").remove("Last-Modified");
    }

    /** Adds a warning in the form that kubectl shows to its user. */
    public static void warn(HttpServerResponse response, String text) {
        String safe = text.replace("\\", "").replace("\"", "'").replaceAll("\\p{Cntrl}", " ");
        response.headers().add("Warning", "299 - \"" + safe + "\"");
    }
}
