package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one API server, shared by all its lists and watches; any thread may use it. It adds the
 * credentials as their files are now, and turns what is no success into {@link UpstreamException}.
 *
 * <p>Speaks HTTP/1.1, one connection a watch: streams that share an HTTP/2 connection wait for each other's windows and
 * die together. Redirects are not followed, since they would carry the credentials elsewhere.
 */
public final class ApiClient {
    private static final Logger LOG = LoggerFactory.getLogger(ApiClient.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Every watch holds one for minutes; with fewer than there are watches, the last ones would never be opened. */
    private static final int CONNECTIONS = 1024;

    private static final int LONGEST_STATUS = 64 * 1024;
    private static final int LONGEST_DOCUMENT = 16 * 1024 * 1024;
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final ClusterAccess access;
    private final UpstreamLimits limits;
    private final LiveCredentials credentials;
    private final HttpClientAgent http;
    private final long looks;
    private Future<?> looking = Future.succeededFuture();

    private ApiClient(
            Vertx vertx, ClusterAccess access, UpstreamLimits limits, LiveCredentials credentials, Duration interval) {
        this.vertx = vertx;
        this.access = access;
        this.limits = limits;
        this.credentials = credentials;
        this.http = vertx.httpClientBuilder()
                .with(options(access, limits))
                .with(credentials.tls())
                .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS))
                // A broken connection fails the request on it, which is told once, with its reason.
                .withConnectHandler(connection -> connection.exceptionHandler(broken -> {}))
                .build();
        this.looks = credentials.rotates() ? vertx.setPeriodic(interval.toMillis(), fired -> look()) : -1;
    }

    /**
     * Reads the credentials and makes a client; no connection is made before it is needed. Files are read again each
     * second, and new contents are used from the next request (a token) or connection (certificates) on.
     *
     * @return fails with {@link ClusterAccessException} if a file cannot be read or is of no use
     */
    public static Future<ApiClient> open(Vertx vertx, ClusterAccess access, UpstreamLimits limits) {
        return open(vertx, access, limits, LOOK_INTERVAL);
    }

    static Future<ApiClient> open(Vertx vertx, ClusterAccess access, UpstreamLimits limits, Duration interval) {
        return vertx.executeBlocking(() -> new LiveCredentials(vertx, access))
                .map(credentials -> new ApiClient(vertx, access, limits, credentials, interval));
    }

    /** Closes all connections; what is under way on them fails or ends. */
    public Future<Void> close() {
        vertx.cancelTimer(looks);
        return http.close();
    }

    /** The API server's address, for messages. */
    public String server() {
        return access.server().toString();
    }

    Vertx vertx() {
        return vertx;
    }

    UpstreamLimits limits() {
        return limits;
    }

    /**
     * GETs a path with its query, without the server's own path.
     *
     * @return the answer if it is 200, paused; fails with {@link UpstreamException} and nothing else
     */
    Future<HttpClientResponse> get(String uri) {
        return Exchange.send(vertx, http, request(uri), this::prepare, limits.header())
                .compose(this::accept)
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    /** Reads an answer to its end, chunk by chunk; fails with {@link UpstreamException} and nothing else. */
    Future<Void> read(HttpClientResponse response, Consumer<byte[]> onChunk) {
        return Body.read(vertx, response, limits.bodyIdle(), onChunk)
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    /** GETs a JSON document of a moderate size; fails with {@link UpstreamException} and nothing else. */
    Future<JsonNode> document(String uri) {
        return get(uri).compose(response -> Body.readUpTo(vertx, response, limits.bodyIdle(), LONGEST_DOCUMENT)
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)))
                .map(body -> parse(uri, body)));
    }

    private static JsonNode parse(String uri, byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException notJson) {
            throw new UpstreamException(Reason.BAD_ANSWER, "the answer to " + uri + " is not JSON", notJson);
        }
    }

    private static HttpClientOptions options(ClusterAccess access, UpstreamLimits limits) {
        int probes = 3;
        int seconds = (int) Math.max(1, limits.deadPeer().toSeconds() / (probes + 1));
        HttpClientOptions options = new HttpClientOptions();
        options.setSsl(access.tls())
                .setConnectTimeout(Math.toIntExact(limits.connect().toMillis()))
                .setTcpKeepAlive(true)
                .setTcpKeepAliveIdleSeconds(seconds)
                .setTcpKeepAliveIntervalSeconds(seconds)
                .setTcpKeepAliveCount(probes);
        return options;
    }

    private RequestOptions request(String uri) {
        String path = access.server().getRawPath();
        String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        RequestOptions options = new RequestOptions();
        options.setMethod(HttpMethod.GET)
                .setURI(prefix + uri)
                .setSsl(access.tls())
                .setServer(SocketAddress.inetSocketAddress(access.port(), access.host()))
                .setHost(access.tlsServerName().orElse(access.host()))
                .setPort(access.port());
        return options;
    }

    private void prepare(HttpClientRequest request) {
        request.authority(HostAndPort.create(access.host(), access.port()));
        request.putHeader("Accept", "application/json").putHeader("User-Agent", "nearcache");
        String authorization = credentials.authorization();
        if (!authorization.isEmpty()) {
            request.putHeader("Authorization", authorization);
        }
    }

    private Future<HttpClientResponse> accept(HttpClientResponse response) {
        int code = response.statusCode();
        if (code == 200) {
            return Future.succeededFuture(response);
        }
        if (code >= 300 && code < 400) {
            Exchange.reset(response.request());
            String message = "the server redirects to " + response.getHeader("Location") + ", which is not followed";
            return Future.failedFuture(UpstreamException.of(ApiStatus.of(code, "", message)));
        }
        Duration hint = RetryAfter.header(response.getHeader("Retry-After"), response.getHeader("Date"));
        // If the body breaks off, the code alone says enough.
        return Body.readUpTo(vertx, response, limits.bodyIdle(), LONGEST_STATUS)
                .otherwise(new byte[0])
                .compose(body -> Future.failedFuture(UpstreamException.of(StatusReader.ofAnswer(code, body, hint))));
    }

    private void look() {
        if (!looking.isComplete()) {
            return;
        }
        looking = vertx.executeBlocking(credentials::look)
                .compose(changed -> changed ? http.updateSSLOptions(credentials.tls()) : Future.succeededFuture(false))
                .onFailure(failure -> LOG.atWarn()
                        .addKeyValue("error", failure.toString())
                        .log("credentials could not be looked at"));
    }
}
