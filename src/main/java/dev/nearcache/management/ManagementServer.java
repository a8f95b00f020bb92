package dev.nearcache.management;

import dev.nearcache.management.Health.Answer;
import dev.nearcache.management.Health.Detail;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves {@code /livez}, {@code /readyz}, {@code /startupz} and {@code /metrics}. Safe on any thread. */
public final class ManagementServer {
    private static final Logger LOG = LoggerFactory.getLogger(ManagementServer.class);
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final Set<HttpMethod> READ = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    private static final int IDLE_SECONDS = 60;

    private final HttpServer server;

    private ManagementServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Opens the port. It is to be opened first of all, so that probes get answers, not refusals, from the start.
     *
     * @param address the address to listen on
     * @param port 0 for any free one
     */
    public static Future<ManagementServer> start(
            Vertx vertx, String address, int port, Health health, PrometheusMeterRegistry metrics) {
        Routes routes = new Routes(health, metrics);
        return vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(IDLE_SECONDS))
                .requestHandler(routes::handle)
                .listen(port, address)
                .map(ManagementServer::new);
    }

    /** The port that it listens on. */
    public int port() {
        return server.actualPort();
    }

    /** Stops listening and ends what is open. */
    public Future<Void> close() {
        return server.close();
    }

    /** What each path answers. */
    private record Routes(Health health, PrometheusMeterRegistry metrics) {
        void handle(HttpServerRequest request) {
            String path = Objects.requireNonNullElse(request.path(), "/");
            if (!READ.contains(request.method())) {
                request.response().putHeader("allow", "GET, HEAD");
                send(request, 405, TEXT, "only GET and HEAD are served here\n");
            } else if (path.equals("/metrics")) {
                send(request, 200, PROMETHEUS, metrics.scrape());
            } else {
                probe(request, path.substring(1));
            }
        }

        private void probe(HttpServerRequest request, String path) {
            int slash = path.indexOf('/');
            Detail detail;
            try {
                detail = request.params().contains("verbose") ? Detail.VERBOSE : Detail.BRIEF;
            } catch (IllegalArgumentException malformed) {
                send(request, 400, TEXT, "invalid escape in the query, write % as %25\n");
                return;
            }
            health.ask(slash < 0 ? path : path.substring(0, slash), slash < 0 ? "" : path.substring(slash + 1), detail)
                    .ifPresentOrElse(
                            answer -> answer.onSuccess(known -> send(request, known))
                                    .onFailure(fault -> failed(request, fault)),
                            () -> send(
                                    request,
                                    404,
                                    TEXT,
                                    "not found; here are /livez, /readyz, /startupz (?verbose) and /metrics\n"));
        }

        private static void send(HttpServerRequest request, Answer answer) {
            if (!answer.passed()) {
                request.response().putHeader("retry-after", "1");
            }
            send(request, answer.passed() ? 200 : 503, TEXT, answer.text());
        }

        private static void failed(HttpServerRequest request, Throwable fault) {
            LOG.atError().addKeyValue("path", request.path()).setCause(fault).log("a probe could not be answered");
            send(request, 500, TEXT, "internal error\n");
        }

        private static void send(HttpServerRequest request, int status, String type, String body) {
            HttpServerResponse response = request.response();
            response.setStatusCode(status)
                    .putHeader("content-type", type)
                    .putHeader("cache-control", "no-store")
                    .putHeader("x-content-type-options", "nosniff");
            // A client that left before its answer is nobody's failure.
            response.end(body).onFailure(gone -> LOG.debug("a probe's client left"));
        }
    }
}
