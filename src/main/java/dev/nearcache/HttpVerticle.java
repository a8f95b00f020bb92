package dev.nearcache;

import dev.nearcache.http.ApiServer;
import dev.nearcache.http.ApiShared;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** The API on one event loop; deployed once a core, all on one port. It only reads what the reflectors' contexts write. */
final class HttpVerticle extends VerticleBase {
    private final ApiShared shared;
    private Future<ApiServer> server = Future.failedFuture("not deployed");

    HttpVerticle(ApiShared shared) {
        this.shared = shared;
    }

    /** The server, once deployed. */
    Future<ApiServer> server() {
        return server;
    }

    @Override
    public Future<?> start() {
        server = ApiServer.start(vertx, shared);
        return server;
    }

    @Override
    public Future<?> stop() {
        return server.compose(ApiServer::close);
    }
}
