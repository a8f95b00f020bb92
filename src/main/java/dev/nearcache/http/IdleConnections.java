package dev.nearcache.http;

import dev.nearcache.time.Timers;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Closes connections that have had no request for a while. Vert.x's own idle timeout looks at bytes, and would cut a
 * watch on which nothing happens. A connection is known from its first byte on, which tells HTTP/1 from HTTP/2.
 * Confined to one event loop.
 */
final class IdleConnections {
    private final Timers timers;
    private final Duration limit;
    private final Map<HttpConnection, Use> uses = new HashMap<>();

    IdleConnections(Timers timers, Duration limit) {
        this.timers = timers;
        this.limit = limit;
    }

    void opened(HttpConnection connection) {
        Use use = new Use(connection);
        uses.put(connection, use);
        use.rest();
        connection.closeHandler(closed -> forget(connection, use));
        if (connection instanceof ConnectionBase base) {
            // Where a WebSocket took the connection over, the handler above is not told.
            base.closeFuture().onComplete(closed -> forget(connection, use));
        }
    }

    private void forget(HttpConnection connection, Use use) {
        uses.remove(connection);
        use.idle.cancel();
    }

    void began(HttpServerRequest request) {
        Use use = uses.get(request.connection());
        if (use != null) {
            use.requests++;
            use.idle.cancel();
            request.response().endHandler(ended -> use.finished());
        }
    }

    private final class Use {
        private final HttpConnection connection;
        private int requests;
        private Timers.Scheduled idle = () -> {};

        Use(HttpConnection connection) {
            this.connection = connection;
        }

        void finished() {
            if (--requests == 0 && uses.containsKey(connection)) {
                rest();
            }
        }

        void rest() {
            idle = timers.schedule(limit, () -> connection.close().onFailure(gone -> {}));
        }
    }
}
