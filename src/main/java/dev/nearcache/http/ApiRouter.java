package dev.nearcache.http;

import dev.nearcache.http.kube.AnswerSource;
import dev.nearcache.http.kube.Answers;
import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.KubeApi;
import dev.nearcache.http.kube.ListOptions;
import dev.nearcache.http.kube.MediaTypes;
import dev.nearcache.http.kube.Parameters;
import dev.nearcache.http.kube.PassThrough;
import dev.nearcache.http.kube.ServerPaths;
import dev.nearcache.http.kube.Status;
import dev.nearcache.http.kube.StatusException;
import dev.nearcache.query.QueryException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is served where: first the gates, then each operation, then the Kubernetes paths; one place for failures. */
final class ApiRouter {
    private static final Logger LOG = LoggerFactory.getLogger(ApiRouter.class);
    private static final List<String> PROBES = List.of("healthz", "livez", "readyz");

    private final KubeApi kube;
    private final ServerPaths server;
    private final OwnApi own;
    private final EventStreams events;

    ApiRouter(KubeApi kube, ServerPaths server, OwnApi own, EventStreams events) {
        this.kube = kube;
        this.server = server;
        this.own = own;
        this.events = events;
    }

    Router build(Vertx vertx, List<Handler<RoutingContext>> gates) {
        Router router = Router.router(vertx);
        gates.forEach(gate -> router.route().handler(gate));
        router.route("/api/*").handler(serving(this::kubernetes));
        router.route("/apis/*").handler(serving(this::kubernetes));
        router.head("/openapi/*").handler(cached(server::openApi));
        router.route().handler(ApiRouter::refuseWrites);
        for (Operation operation : Operation.values()) {
            String path = operation.path().replaceAll("\\{(\\w+)}", ":$1");
            router.get(path).handler(serving(context -> {
                PassThrough.requireCache(context.request());
                return own.serve(operation, context);
            }));
        }
        router.get("/version").handler(cached(server::version));
        router.get("/openapi/*").handler(cached(server::openApi));
        for (String probe : PROBES) {
            router.get("/" + probe).handler(cached(server::probe));
            router.get("/" + probe + "/*").handler(cached(server::probe));
        }
        router.get("/").handler(cached(server::index));
        router.route().handler(context -> Answers.pageNotFound(context.request()));
        router.route().failureHandler(ApiRouter::fail);
        return router;
    }

    private Future<Void> kubernetes(RoutingContext context) {
        HttpServerRequest request = context.request();
        AnswerSource.CACHE.tell(request.response());
        Parameters parameters = Parameters.of(request);
        boolean wantsEvents = request.method().equals(HttpMethod.GET)
                && MediaTypes.wantEvents(request.getHeader("Accept"))
                && ListOptions.isWatch(parameters);
        if (wantsEvents) {
            PassThrough.requireCache(request);
        }
        return wantsEvents
                ? kube.collection(request.path())
                        .map(collection -> events.serve(
                                request, List.of(collection.resource()), collection.namespace(), parameters))
                        .orElseThrow(() -> Failures.unknownResource().exception())
                : kube.serve(request, parameters);
    }

    /** What is not judged by its path alone comes from what we have, unless it says otherwise. */
    private static Handler<RoutingContext> cached(Function<HttpServerRequest, Future<Void>> service) {
        return serving(context -> {
            AnswerSource.CACHE.tell(context.response());
            Parameters.of(context.request()).checkTimeout();
            return service.apply(context.request());
        });
    }

    private static Handler<RoutingContext> serving(Function<RoutingContext, Future<Void>> service) {
        return context -> service.apply(context).onFailure(context::fail);
    }

    private static void refuseWrites(RoutingContext context) {
        if (!context.request().method().equals(HttpMethod.GET)) {
            boolean own = context.normalizedPath().startsWith("/v1/");
            throw (own ? Failures.readOnly() : Failures.methodNotAllowed()).exception();
        }
        context.next();
    }

    /** Whatever was thrown or failed ends here, as a Status. */
    private static void fail(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.response().headWritten()) {
            request.response().reset().onFailure(gone -> {});
        } else if (!request.response().closed()) {
            Status status = status(context);
            if (status.code() == 405) {
                request.response().putHeader("Allow", "GET");
            }
            Answers.status(request, status);
        }
    }

    private static Status status(RoutingContext context) {
        Throwable failure = context.failure();
        if (failure instanceof StatusException known) {
            return known.status();
        }
        if (failure instanceof QueryException known) {
            return Failures.of(known);
        }
        int code = failure instanceof HttpException http ? http.getStatusCode() : context.statusCode();
        if (code >= 400 && code < 500) {
            // The router's own word, as on a path that it cannot read: the client's mistake, and none for the log.
            return Status.of(code, code == 400 ? "BadRequest" : "", "the request could not be read");
        }
        LOG.atError()
                .addKeyValue("path", context.request().path())
                .setCause(failure)
                .log("a request failed for a reason of our own");
        return Failures.internal();
    }
}
