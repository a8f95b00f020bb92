package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Brings each request to what answers it. Confined to the simulator's context. */
final class ApiServer {
    private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/healthz");
    private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    private final Cluster cluster;
    private final FaultBoard faults;
    private final RequestLog log;
    private final Timers timers;
    private final Discovery discovery;
    private final Listing listing;
    private final Watching watching;
    private final Items items;

    ApiServer(
            Cluster cluster,
            FaultBoard faults,
            RequestLog log,
            Timers timers,
            Listing listing,
            Watching watching,
            Items items) {
        this.cluster = cluster;
        this.faults = faults;
        this.log = log;
        this.timers = timers;
        this.discovery = new Discovery(cluster, faults);
        this.listing = listing;
        this.watching = watching;
        this.items = items;
    }

    void handle(HttpServerRequest request) {
        log.add(entry(request));
        // A client that leaves in the middle is no failure of ours.
        request.response().exceptionHandler(left -> {});
        if (!faults.lets(request.getHeader("Authorization")) && !PROBES.contains(path(request))) {
            Exchange.reply(request.response(), StatusBody.unauthorized());
            return;
        }
        if (down(path(request))) {
            Exchange.reply(request.response(), StatusBody.unavailable());
            return;
        }
        body(request).onSuccess(body -> route(request, body)).onFailure(failure -> Exchange.fail(request, failure));
    }

    /** Whether a path lies in a group and version that nobody answers for. */
    private boolean down(String path) {
        return cluster.types().stream()
                .map(TypeState::type)
                .filter(type -> faults.shows(type, Quirk.UNAVAILABLE))
                .map(type -> (type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion())
                .anyMatch(root -> path.equals(root) || path.startsWith(root + "/"));
    }

    private RequestEntry entry(HttpServerRequest request) {
        String query = request.query() == null ? "" : request.query();
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach(header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        return new RequestEntry(
                timers.now(),
                request.method().name(),
                path(request),
                query,
                headers,
                String.valueOf(request.remoteAddress()));
    }

    private static Future<Buffer> body(HttpServerRequest request) {
        return WITH_BODY.contains(request.method())
                ? RequestBody.read(request)
                : Future.succeededFuture(Buffer.buffer());
    }

    private void route(HttpServerRequest request, Buffer body) {
        Optional<ApiPath> path = ApiPath.parse(
                path(request),
                cluster.types().stream()
                        .filter(state -> !faults.shows(state.type(), Quirk.NOT_SERVED))
                        .collect(Collectors.toList()));
        if (path.isEmpty()) {
            elsewhere(request);
            return;
        }
        Optional<Verb> verb = verb(request, path.get());
        boolean refused = verb.filter(Verb.WATCH::equals).isPresent()
                && faults.shows(path.get().state().type(), Quirk.NO_WATCH_VERB);
        if (verb.isEmpty() || refused) {
            Exchange.reply(request.response(), StatusBody.methodNotAllowed());
            return;
        }
        Exchange exchange = new Exchange(request, path.get(), verb.get(), body);
        if (faults.shows(exchange.type(), Quirk.CLOSE_CONNECTIONS)) {
            Listener.dismiss(request, timers);
        }
        faults.meet(exchange)
                .map(outcome -> {
                    if (outcome == Fault.Outcome.GO_ON) {
                        serve(exchange);
                    }
                    return outcome;
                })
                .onFailure(exchange::fail);
    }

    private void elsewhere(HttpServerRequest request) {
        if (PROBES.contains(path(request))) {
            Exchange.send(request.response(), 200, "text/plain; charset=utf-8", "ok");
            return;
        }
        discovery
                .find(path(request))
                .ifPresentOrElse(document -> Exchange.reply(request.response(), 200, document), () -> {
                    if (discovery.knows(path(request))) {
                        Exchange.reply(request.response(), StatusBody.noSuchResource());
                    } else {
                        Exchange.send(request.response(), 404, "text/plain; charset=utf-8", "404 page not found\n");
                    }
                });
    }

    private static String path(HttpServerRequest request) {
        String path = request.path();
        return path == null ? "/" : path;
    }

    private static Optional<Verb> verb(HttpServerRequest request, ApiPath path) {
        boolean writable = path.state().type().namespaced() != path.namespace().isEmpty();
        return switch (request.method().name()) {
            case "GET" ->
                Optional.of(
                        path.collection()
                                ? new ListOptions(request.params()).watch() ? Verb.WATCH : Verb.LIST
                                : Verb.GET);
            case "POST" -> path.collection() && writable ? Optional.of(Verb.CREATE) : Optional.empty();
            case "PUT" -> path.collection() ? Optional.empty() : Optional.of(Verb.UPDATE);
            case "PATCH" -> path.collection() ? Optional.empty() : Optional.of(Verb.PATCH);
            case "DELETE" -> path.collection() ? Optional.empty() : Optional.of(Verb.DELETE);
            default -> Optional.empty();
        };
    }

    private void serve(Exchange exchange) {
        switch (exchange.verb()) {
            case GET -> items.get(exchange);
            case LIST -> listing.serve(exchange);
            case WATCH -> watching.serve(exchange);
            case CREATE -> items.create(exchange);
            case UPDATE -> items.update(exchange);
            case PATCH -> items.patch(exchange);
            case DELETE -> items.delete(exchange);
        }
    }
}
