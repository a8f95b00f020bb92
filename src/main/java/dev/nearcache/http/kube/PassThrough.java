package dev.nearcache.http.kube;

import dev.nearcache.http.kube.ReadThrough.Consistency;
import dev.nearcache.http.kube.ReadThrough.Secrets;
import dev.nearcache.http.kube.ReadThrough.Types;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.WatchQuery;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides which reads the API server answers instead of the cache, and hands its answers on: with the client's own
 * parameters, in the form that it asked for, and with the sidecar's credentials (kubernetes-api.md 1.6).
 *
 * <p>Secrets whose values are kept as hashes never come this way. A watch comes this way only if its own header says so:
 * one on the cache catches up by itself, and informers begin with a consistent one.
 */
public final class PassThrough {
    private static final String HEADER = "Nearcache-Consistency";

    private final Serving serving;

    /** For the requests of one event loop. */
    public PassThrough(Serving serving) {
        this.serving = serving;
    }

    /**
     * What a request says of its consistency; empty if nothing.
     *
     * @throws StatusException if it is no word that we know
     */
    static Optional<Consistency> asked(HttpServerRequest request) {
        String word = request.getHeader(HEADER);
        if (word == null) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Consistency.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> Status.badRequest(HEADER + " is \"" + word + "\": it must be cache or upstream")
                        .exception()));
    }

    /** Refuses a request that wants an answer of the API server where only the cache answers. */
    public static void requireCache(HttpServerRequest request) {
        if (asked(request).filter(Consistency.UPSTREAM::equals).isPresent()) {
            throw Status.badRequest(
                            HEADER + " is \"upstream\": here only the cache answers; the Kubernetes paths, /api and"
                                    + " /apis, can be read from the API server, but not as server-sent events")
                    .exception();
        }
    }

    /** The API server's answer about what is not cached, if such answers are passed on; else empty. */
    Optional<Future<Void>> uncached(HttpServerRequest request, Parameters parameters) {
        return serving.through().types() == Types.CACHED
                ? Optional.empty()
                : path(request).map(path -> passOn(request, parameters, path));
    }

    /** The API server's answer about what is cached, if this read must know every write before it; else empty. */
    Optional<Future<Void>> consistent(HttpServerRequest request, Parameters parameters, CachedResource resource) {
        Optional<Consistency> asked = asked(request);
        if (asked.orElse(serving.through().consistency()) == Consistency.CACHE || namesVersion(parameters)) {
            return Optional.empty();
        }
        boolean head = request.method().equals(HttpMethod.HEAD);
        if (head || (asked.isEmpty() && isWatch(request, parameters))) {
            return Optional.empty();
        }
        if (asked.isEmpty() && isHashed(resource)) {
            Freshness.warn(request.response(), "read from the cache: " + Failures.SECRETS_HIDDEN);
            return Optional.empty();
        }
        return path(request).map(path -> passOn(request, parameters, path));
    }

    /** An answer of the cache; the API server's, if it may have the version that the cache no longer has. */
    Future<Void> rather(
            HttpServerRequest request, Parameters parameters, CachedResource resource, Supplier<Future<Void>> cached) {
        return cached.get()
                .recover(failure -> path(request)
                        .filter(path -> isExpired(request, failure) && !isHashed(resource))
                        .map(path -> passOn(request, parameters, path))
                        .orElseGet(() -> Future.failedFuture(failure)));
    }

    /**
     * The API server's own watch, from a version that the history no longer covers: only if the request's own header asks
     * for it, since whoever resumes after a restart of ours would move to the API server for good.
     */
    Optional<Future<Void>> forgotten(
            HttpServerRequest request, Parameters parameters, CachedResource resource, ListOptions options) {
        if (asked(request).filter(Consistency.UPSTREAM::equals).isEmpty() || isHashed(resource)) {
            return Optional.empty();
        }
        WatchQuery query = ListRules.watch(options, () -> options.selection("", resource));
        return path(request)
                .filter(path -> QueryService.isForgotten(resource, query))
                .map(path -> passOn(request, parameters, path));
    }

    private boolean isExpired(HttpServerRequest request, Throwable failure) {
        if (!(failure instanceof QueryException query) || request.response().headWritten()) {
            return false;
        }
        boolean wanted = serving.through().types() == Types.ALL
                || asked(request).orElse(serving.through().consistency()) == Consistency.UPSTREAM;
        return wanted && query.reason() == QueryException.Reason.EXPIRED;
    }

    private Future<Void> passOn(HttpServerRequest request, Parameters parameters, OriginPath path) {
        if (path.isChannel() || !request.method().equals(HttpMethod.GET)) {
            throw Failures.methodNotAllowed().exception();
        }
        if (path.isOfSecrets() && serving.through().secrets() == Secrets.HIDDEN) {
            throw Failures.secretsHidden().exception();
        }
        String uri = request.query() == null ? path.text() : path.text() + "?" + request.query();
        boolean endless = isWatch(request, parameters) || ListOptions.flag(parameters.get("follow"));
        return endless
                ? serving.relay().stream(request, uri, path.name())
                : serving.relay().read(request, uri);
    }

    private static boolean namesVersion(Parameters parameters) {
        String version = parameters.get("resourceVersion");
        return version != null && !version.isEmpty();
    }

    private static boolean isWatch(HttpServerRequest request, Parameters parameters) {
        return ListOptions.isWatch(parameters)
                || KubePath.parse(request.path())
                        .filter(path -> path.verb() == KubePath.Verb.WATCH)
                        .isPresent();
    }

    private static boolean isHashed(CachedResource resource) {
        return resource.layout().values() == ValuePolicy.HASHED;
    }

    private static Optional<OriginPath> path(HttpServerRequest request) {
        return OriginPath.parse(String.valueOf(request.path()));
    }
}
