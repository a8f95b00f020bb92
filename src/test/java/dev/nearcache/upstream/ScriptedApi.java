package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.nearcache.resource.HeldObjects;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectLayout;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;

/** An API server whose every answer the test gives by hand, and a client of it. */
final class ScriptedApi implements AutoCloseable {
    static final UpstreamLimits LIMITS = new UpstreamLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(15));

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<HttpServerRequest> requests = new LinkedBlockingQueue<>();
    private final HttpServer server;
    private final ApiClient client;

    ScriptedApi(UpstreamLimits limits) throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(requests::add)
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
        ClusterAccess access =
                ClusterAccess.server("http://127.0.0.1:" + server.actualPort(), Optional.empty(), Optional.empty());
        client = ApiClient.open(vertx, access, limits, Instant::now).await(10, SECONDS);
    }

    ApiClient client() {
        return client;
    }

    HttpListerWatcher pods() {
        return pods(UpstreamObserver.NONE);
    }

    HttpListerWatcher pods(UpstreamObserver observer) {
        return new HttpListerWatcher(client, Types.PODS, Selection.all(), decoder(), observer, Instant::now);
    }

    static ObjectDecoder decoder() {
        return new ObjectDecoder(ObjectLayout.whole(), ObjectCodec.none(), HeldObjects.NONE, new byte[0]);
    }

    /** The next request that came. */
    HttpServerRequest request() throws InterruptedException {
        HttpServerRequest request = requests.poll(10, SECONDS);
        if (request == null) {
            throw new AssertionError("no request within 10 s");
        }
        return request;
    }

    /** Stops listening and breaks all connections. */
    void stopListening() throws Exception {
        server.close().await(10, SECONDS);
    }

    @Override
    public void close() {
        try {
            client.close().await(10, SECONDS);
            vertx.close().await(10, SECONDS);
        } catch (TimeoutException stuck) {
            throw new AssertionError("the client or its server does not close", stuck);
        }
    }
}
