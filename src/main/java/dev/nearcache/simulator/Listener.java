package dev.nearcache.simulator;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.Optional;

/** The open port, which can be closed and opened again. Confined to the simulator's context. */
final class Listener {
    private static final String LOOPBACK = "127.0.0.1";

    private final Vertx vertx;
    private final ApiServer api;
    private int port;
    private Optional<HttpServer> server = Optional.empty();

    Listener(Vertx vertx, ApiServer api, int port) {
        this.vertx = vertx;
        this.api = api;
        this.port = port;
    }

    /** Opens the port; gives its number, which stays the same from now on. */
    Future<Integer> start() {
        if (server.isPresent()) {
            return Future.succeededFuture(port);
        }
        HttpServer opened = vertx.createHttpServer(new HttpServerOptions().setReuseAddress(true));
        server = Optional.of(opened);
        return opened.requestHandler(api::handle).listen(port, LOOPBACK).map(open -> {
            port = open.actualPort();
            return port;
        });
    }

    /** Closes the port and every connection at once. */
    Future<Void> stop() {
        Future<Void> stopped = server.map(HttpServer::close).orElseGet(Future::succeededFuture);
        server = Optional.empty();
        return stopped;
    }
}
