package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.ServerSSLOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The open port, which can be closed and opened again. Confined to the simulator's context. */
final class Listener {
    private static final String LOOPBACK = "127.0.0.1";

    private static final long NO_ERROR = 0;
    private static final int ANY_STREAM = Integer.MAX_VALUE;

    private final Vertx vertx;
    private final ApiServer api;
    private final Set<HttpConnection> connections = new LinkedHashSet<>();
    private Optional<Tls> tls;
    private int port;
    private Optional<HttpServer> server = Optional.empty();

    Listener(Vertx vertx, ApiServer api, SimulatorSettings settings) {
        this.vertx = vertx;
        this.api = api;
        this.tls = settings.tls();
        this.port = settings.port();
    }

    /** Opens the port; gives its number, which stays the same from now on. */
    Future<Integer> start() {
        if (server.isPresent()) {
            return Future.succeededFuture(port);
        }
        HttpServerOptions options = new HttpServerOptions().setReuseAddress(true);
        tls.ifPresent(identity -> secure(options, identity.options()));
        HttpServer opened = vertx.createHttpServer(options);
        server = Optional.of(opened);
        return opened.connectionHandler(this::keep)
                .requestHandler(api::handle)
                .listen(port, LOOPBACK)
                .map(open -> {
                    port = open.actualPort();
                    return port;
                });
    }

    private static void secure(HttpServerOptions options, ServerSSLOptions how) {
        options.setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                .setSsl(true)
                .setUseAlpn(true)
                .setClientAuth(how.getClientAuth())
                .setKeyCertOptions(how.getKeyCertOptions());
        if (how.getTrustOptions() != null) {
            options.setTrustOptions(how.getTrustOptions());
        }
    }

    private void keep(HttpConnection connection) {
        connections.add(connection);
        connection.closeHandler(closed -> connections.remove(connection));
    }

    /** Shows another certificate on new connections. */
    Future<Void> secure(Tls next) {
        if (tls.isEmpty()) {
            throw new IllegalStateException("this simulator was started without TLS");
        }
        tls = Optional.of(next);
        return server.map(open -> open.updateSSLOptions(next.options()))
                .orElseGet(Future::succeededFuture)
                .mapEmpty();
    }

    /** Tells clients that their HTTP/2 connections take no more streams; gives how many there are. */
    int goAway() {
        List<HttpConnection> told =
                connections.stream().filter(Listener::multiplexed).toList();
        told.forEach(Listener::goAway);
        return told.size();
    }

    /** Asks a client for another connection: this one ends with the answer, or takes no more streams. */
    static void dismiss(HttpServerRequest request, Timers timers) {
        HttpConnection connection = request.connection();
        if (multiplexed(connection)) {
            goAway(connection);
            return;
        }
        request.response()
                .putHeader("Connection", "close")
                .bodyEndHandler(written -> timers.defer(() -> connection.close().onFailure(closed -> {})));
    }

    /** As a graceful server does: streams that are on their way are still served. A shutdown would refuse them. */
    @SuppressWarnings("deprecation")
    private static void goAway(HttpConnection connection) {
        connection.goAway(NO_ERROR, ANY_STREAM);
    }

    private static boolean multiplexed(HttpConnection connection) {
        return connection.protocolVersion() == HttpVersion.HTTP_2;
    }

    /** Closes the port and every connection at once. */
    Future<Void> stop() {
        Future<Void> stopped = server.map(HttpServer::close).orElseGet(Future::succeededFuture);
        server = Optional.empty();
        return stopped;
    }
}
