package dev.nearcache.upstream;

import dev.nearcache.time.VertxTimers;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The open HTTP/2 connections. Any thread. */
final class Links {
    private final Vertx vertx;
    private final Duration deadPeer;
    private final Runnable onDeath;
    private final Map<HttpConnection, Link> open = new ConcurrentHashMap<>();

    /**
     * None so far.
     *
     * @param onDeath runs when one was found dead, on its context
     */
    Links(Vertx vertx, Duration deadPeer, Runnable onDeath) {
        this.vertx = vertx;
        this.deadPeer = deadPeer;
        this.onDeath = onDeath;
    }

    /** Takes a new connection, on its context. */
    void opened(HttpConnection connection) {
        // A broken connection fails the requests on it, which is told once each, with its reason. No memory is another
        // thing.
        connection.exceptionHandler(broken -> {
            if (broken instanceof Error error) {
                throw error;
            }
        });
        if (connection.protocolVersion() == HttpVersion.HTTP_2) {
            Link link = new Link(connection, new VertxTimers(vertx), deadPeer, onDeath);
            open.put(connection, link);
            connection.closeHandler(closed -> {
                open.remove(connection);
                link.stop();
            });
            link.start();
        }
    }

    /** The life of a connection; empty for one of HTTP/1.1, which knows no PING. */
    Optional<Link> of(HttpConnection connection) {
        return Optional.ofNullable(open.get(connection));
    }
}
