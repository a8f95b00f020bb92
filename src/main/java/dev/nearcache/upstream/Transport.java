package dev.nearcache.upstream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    private static final int STREAM_WINDOW = 512 << 10;
    private static final int CONNECTION_WINDOW = 64 << 20;
    private static final int LOOK_FOR_IDLE_MILLIS = 250;

    private final HttpClientAgent shared;
    private final HttpClientAgent single;
    private final Duration newConnection;

    /**
     * No connection is made before it is needed.
     *
     * @param onOpened is told of each connection that may be used again, on its context
     */
    Transport(Vertx vertx, ClusterAccess access, UpstreamLimits limits, Consumer<HttpConnection> onOpened) {
        this.newConnection = limits.newConnection();
        HttpClientOptions options = options(access, limits);
        this.shared = vertx.httpClientBuilder()
                .with(access.tls() ? overHttp2(options) : options)
                .with(new PoolOptions()
                        .setHttp1MaxSize(CONNECTIONS)
                        .setHttp2MaxSize(SHARED_CONNECTIONS)
                        .setCleanerPeriod(LOOK_FOR_IDLE_MILLIS))
                .withConnectHandler(onOpened::accept)
                .build();
        this.single = vertx.httpClientBuilder()
                .with(options(access, limits).setKeepAlive(false))
                .withConnectHandler(connection -> connection.exceptionHandler(broken -> {}))
                .build();
    }

    /** For requests. */
    HttpClientAgent shared() {
        return shared;
    }

    /** Asks on a connection that is made for it; succeeds with any answer. */
    Future<?> ask(RequestOptions request) {
        return single.request(request)
                .compose(sent -> sent.send()
                        .onSuccess(answer -> answer.handler(ignored -> {}).exceptionHandler(e -> {})));
    }

    Future<Void> close() {
        return Future.join(shared.close(), single.close()).mapEmpty();
    }

    private static HttpClientOptions options(ClusterAccess access, UpstreamLimits limits) {
        int idleSeconds = (int) Math.max(1, limits.deadPeer().toSeconds() / 4);
        HttpClientOptions options = new HttpClientOptions();
        options.setSsl(access.tls())
                .setConnectTimeout(Math.toIntExact(limits.newConnection().toMillis()));
        // An idle connection may have been dropped on the way without a sign: none is used again but at once.
        return options.setKeepAliveTimeout(idleSeconds).setHttp2KeepAliveTimeout(idleSeconds);
    }

    private static HttpClientOptions overHttp2(HttpClientOptions options) {
        options.getInitialSettings().setInitialWindowSize(STREAM_WINDOW);
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
