package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** The body of a response. */
final class ResponseOutlet implements Outlet {
    private final HttpConnection connection;
    private final HttpServerResponse response;

    ResponseOutlet(HttpServerRequest request) {
        this.connection = request.connection();
        this.response = request.response();
    }

    @Override
    public boolean isGone() {
        return response.closed();
    }

    @Override
    public boolean isFull() {
        return !response.ended() && response.writeQueueFull();
    }

    @Override
    public void whenDrained(Runnable drained) {
        response.drainHandler(room -> drained.run());
    }

    @Override
    public void whenGone(Runnable gone) {
        response.exceptionHandler(failure -> gone.run());
        response.closeHandler(closed -> gone.run());
    }

    @Override
    public Future<Void> write(Buffer piece) {
        return response.write(piece);
    }

    @Override
    public Future<Void> end() {
        return response.end();
    }

    @Override
    public void abort() {
        Abort.connection(connection);
    }
}
