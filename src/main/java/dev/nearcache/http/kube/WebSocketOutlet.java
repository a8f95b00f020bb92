package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.ServerWebSocket;

/**
 * The messages of a WebSocket: each line that is written is one, in one frame and with its line end, as kube-apiserver
 * sends it (kubernetes-api.md 3.1). What the client sends is not listened to.
 */
final class WebSocketOutlet implements Outlet {
    private final HttpConnection connection;
    private final ServerWebSocket socket;

    /**
     * An outlet.
     *
     * @param connection that the socket took over
     */
    WebSocketOutlet(HttpConnection connection, ServerWebSocket socket) {
        this.connection = connection;
        this.socket = socket;
    }

    @Override
    public boolean isGone() {
        return socket.isClosed();
    }

    @Override
    public boolean isFull() {
        return !socket.isClosed() && socket.writeQueueFull();
    }

    @Override
    public void whenDrained(Runnable drained) {
        socket.drainHandler(room -> drained.run());
    }

    @Override
    public void whenGone(Runnable gone) {
        socket.exceptionHandler(failure -> gone.run());
        socket.closeHandler(closed -> gone.run());
    }

    /** Whole lines only. Who cannot be sent one of them cannot be sent the last. */
    @Override
    public Future<Void> write(Buffer lines) {
        Future<Void> last = Future.succeededFuture();
        int start = 0;
        for (int at = 0; at < lines.length(); at++) {
            if (lines.getByte(at) == '\n') {
                last = socket.writeFinalTextFrame(lines.getString(start, at + 1));
                start = at + 1;
            }
        }
        return last;
    }

    @Override
    public Future<Void> end() {
        return socket.close();
    }

    @Override
    public void abort() {
        Abort.connection(connection);
    }
}
