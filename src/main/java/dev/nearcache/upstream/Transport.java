package dev.nearcache.upstream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The connections to one API server. Any thread.
 *
 * <p>With TLS, HTTP/2 where the server speaks it: all watches share a few connections, and each of these can be asked
 * whether it is alive. Several, because a server limits the streams of one; with windows so wide that a list that is
 * not read for a moment leaves room for all watches beside it. Without TLS, or with a server that does not speak it,
 * HTTP/1.1 with a connection a watch.
 */
final class Transport {
    /** Every watch over HTTP/1.1 holds one for minutes; with fewer, the last watches would never be opened. */
    private static final int CONNECTIONS = 1024;

    /** Of 100 streams each, which is what kube-apiserver allows: more than there can be watches. */
    private static final int SHARED_CONNECTIONS = 16;

    /** Of an answer: proxies add headers of their own, and Go's client takes as much. */
    private static final int LONGEST_HEAD = 1 << 20;

    private static final int STREAM_WINDOW = 512 << 10;

    /**
     * Of an answer that is handed on: so much comes ahead of a client that does not take it, and lies in memory. Half of it
     * for what the system keeps of a connection over HTTP/1.1; it keeps twice of what it is told.
     */
    private static final int PASSED_WINDOW = 64 << 10;

    private static final int CONNECTION_WINDOW = 64 << 20;
    private static final int LOOK_FOR_IDLE_MILLIS = 250;

    private final Map<Lane, HttpClientAgent> shared = new EnumMap<>(Lane.class);
    private final HttpClientAgent single;
    private final Duration newConnection;

    /** Connections that carried a request before; each may have been closed meanwhile. */
    private final Set<HttpConnection> used =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** What is never carried on one connection with the other, so that slow clients do not hold what the mirrors need. */
    enum Lane {
        /** What we read for ourselves, as fast as it comes. */
        OWN,
        /** What is handed on, as fast as clients take it. */
        PASSED
    }

    /**
     * No connection is made before it is needed.
     *
     * @param onOpened is told of each connection that may be used again, on its context
     */
    Transport(Vertx vertx, ClusterAccess access, UpstreamLimits limits, Consumer<HttpConnection> onOpened) {
        this.newConnection = limits.newConnection();
        HttpClientOptions own = options(access, limits);
        own.getInitialSettings().setInitialWindowSize(STREAM_WINDOW);
        HttpClientOptions passed = options(access, limits);
        passed.setReceiveBufferSize(PASSED_WINDOW / 2).getInitialSettings().setInitialWindowSize(PASSED_WINDOW);
        shared.put(Lane.OWN, agent(vertx, access, own, onOpened));
        shared.put(Lane.PASSED, agent(vertx, access, passed, onOpened));
        this.single = vertx.httpClientBuilder()
                .with(options(access, limits).setKeepAlive(false))
                .withConnectHandler(connection -> connection.exceptionHandler(broken -> {}))
                .build();
    }

    private static HttpClientAgent agent(
            Vertx vertx, ClusterAccess access, HttpClientOptions options, Consumer<HttpConnection> onOpened) {
        return vertx.httpClientBuilder()
                .with(access.tls() ? overHttp2(options) : options)
                .with(new PoolOptions()
                        .setHttp1MaxSize(CONNECTIONS)
                        .setHttp2MaxSize(SHARED_CONNECTIONS)
                        .setCleanerPeriod(LOOK_FOR_IDLE_MILLIS))
                .withConnectHandler(connection -> {
                    Informational.leaveOut(connection);
                    onOpened.accept(connection);
                })
                .build();
    }

    /** Begins a request; fails like one that cannot be sent when these connections are closed. */
    Future<HttpClientRequest> request(Lane lane, RequestOptions options) {
        return request(Objects.requireNonNull(shared.get(lane)), options);
    }

    private static Future<HttpClientRequest> request(HttpClientAgent client, RequestOptions options) {
        try {
            return client.request(options);
        } catch (IllegalStateException closed) {
            return Future.failedFuture(new HttpClosedException("the client was closed"));
        }
    }

    /** Whether a connection has not been asked about before. */
    boolean isFirstUse(HttpConnection connection) {
        return used.add(connection);
    }

    /** Asks on a connection that is made for it; succeeds with any answer. */
    Future<?> ask(RequestOptions request) {
        return request(single, request)
                .compose(sent -> sent.send()
                        .onSuccess(answer -> answer.handler(ignored -> {}).exceptionHandler(e -> {})));
    }

    Future<Void> close() {
        return Future.join(Stream.concat(shared.values().stream(), Stream.of(single))
                        .map(HttpClientAgent::close)
                        .toList())
                .mapEmpty();
    }

    private static HttpClientOptions options(ClusterAccess access, UpstreamLimits limits) {
        int idleSeconds = (int) Math.max(1, limits.deadPeer().toSeconds() / 4);
        HttpClientOptions options = new HttpClientOptions();
        options.getInitialSettings().setMaxHeaderListSize(LONGEST_HEAD);
        options.setSsl(access.tls())
                .setMaxInitialLineLength(LONGEST_HEAD)
                .setMaxHeaderSize(LONGEST_HEAD)
                .setConnectTimeout(Math.toIntExact(limits.newConnection().toMillis()));
        // An idle connection may have been dropped on the way without a sign: none is used again but at once.
        return options.setKeepAliveTimeout(idleSeconds).setHttp2KeepAliveTimeout(idleSeconds);
    }

    private static HttpClientOptions overHttp2(HttpClientOptions options) {
        return options.setProtocolVersion(HttpVersion.HTTP_2)
                .setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                .setHttp2ConnectionWindowSize(CONNECTION_WINDOW);
    }

    /** What secures a connection, within the limit for a new one. */
    ClientSSLOptions bounded(ClientSSLOptions tls) {
        ClientSSLOptions bounded = tls.copy();
        bounded.setSslHandshakeTimeout(newConnection.toMillis()).setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
        return bounded;
    }

    /** The same, for a connection that is to speak HTTP/2 if the server does. */
    ClientSSLOptions multiplexed(ClientSSLOptions tls) {
        ClientSSLOptions both = bounded(tls);
        both.setUseAlpn(true)
                .setApplicationLayerProtocols(List.of(HttpVersion.HTTP_2.alpnName(), HttpVersion.HTTP_1_1.alpnName()));
        return both;
    }
}
