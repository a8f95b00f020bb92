package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.time.Timers;
import dev.nearcache.time.VertxTimers;
import dev.nearcache.upstream.PassedAnswer.Silence;
import dev.nearcache.upstream.Transport.Lane;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way to one API server, shared by all its lists and watches; any thread may use it. It adds the credentials as
 * their files are now, and turns what is no success into {@link UpstreamException}. Redirects are not followed, since
 * they would carry the credentials elsewhere.
 */
public final class ApiClient {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String JSON = "application/json";
    private static final int LONGEST_STATUS = 64 * 1024;
    private static final int LONGEST_DOCUMENT = 16 * 1024 * 1024;
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);
    private static final String NAME = "nearcache";

    /** What a client may say to the API server through us: which answer it wants, never who it is. */
    private static final List<String> PASSED_HEADERS =
            List.of("Accept", "Accept-Encoding", "If-None-Match", "If-Modified-Since");

    private final Vertx vertx;
    private final ClusterAccess access;
    private final UpstreamLimits limits;
    private final Login login;
    private final Path path;
    private final Links links;
    private final Transport transport;
    private final long looks;

    private ApiClient(Vertx vertx, ClusterAccess access, UpstreamLimits limits, Login login, Duration interval) {
        this.vertx = vertx;
        this.access = access;
        this.limits = limits;
        this.login = login;
        Duration deadPeer = limits.deadPeer();
        this.path = new Path(new VertxTimers(vertx), deadPeer, this::probe);
        this.links = new Links(vertx, deadPeer, path::doubt);
        this.transport = new Transport(vertx, access, limits, links::opened);
        this.looks = login.rotates() ? vertx.setPeriodic(interval.toMillis(), fired -> login.look()) : -1;
    }

    /**
     * Reads the credentials and makes a client; no connection is made, and no plugin run, before it is needed. Files are
     * read again each second and after a 401; what is new is used from the next request on, by a new connection if it is
     * a certificate. Requests that are under way go on with the former.
     *
     * @param clock by which what a plugin gives expires
     * @return fails with {@link ClusterAccessException} if a file cannot be read or is of no use
     */
    public static Future<ApiClient> open(
            Vertx vertx, ClusterAccess access, UpstreamLimits limits, InstantSource clock) {
        return open(vertx, access, limits, clock, LOOK_INTERVAL);
    }

    static Future<ApiClient> open(
            Vertx vertx, ClusterAccess access, UpstreamLimits limits, InstantSource clock, Duration interval) {
        return vertx.executeBlocking(() -> new Login(vertx, access, clock))
                .map(login -> new ApiClient(vertx, access, limits, login, interval));
    }

    /** Closes all connections; what is under way on them fails or ends. */
    public Future<Void> close() {
        vertx.cancelTimer(looks);
        path.close();
        return transport.close();
    }

    /** The API server's address, for messages. */
    public String server() {
        return access.server().toString();
    }

    /**
     * Lets {@code wake} run, on the caller's context, each time the server can be reached again after it could not.
     *
     * @return ends that
     */
    public Runnable onHealed(Runnable wake) {
        return path.onHealed(timers(), wake);
    }

    /**
     * Lets {@code wake} run, on the caller's context, each time we have other credentials than before, from a file or
     * from a plugin.
     *
     * @return ends that
     */
    public Runnable onRenewed(Runnable wake) {
        return login.renewals().add(timers(), wake);
    }

    /** Timers of the caller's context. */
    Timers timers() {
        return new VertxTimers(vertx);
    }

    Path path() {
        return path;
    }

    /** The life of the connection that an answer came on; empty for HTTP/1.1. */
    Optional<Link> link(HttpClientResponse response) {
        return links.of(response.request().connection());
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
        return get(uri, JSON);
    }

    /** The same, in another of the representations that Kubernetes has. */
    Future<HttpClientResponse> get(String uri, String accept) {
        return login.with(grant -> send(uri, accept, grant))
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    /**
     * GETs a path with its query on behalf of a client, with our own credentials. Of its headers, those go on that say
     * which answer it wants; its name is told before ours.
     *
     * @param silence whether a body may say nothing for long
     * @param left is done when the client has left: what is not answered by then is given up at once
     * @return any answer but 401, which fails as if we could not log in; fails with {@link UpstreamException} and nothing
     *     else
     */
    public Future<PassedAnswer> pass(String uri, MultiMap headers, Silence silence, Future<?> left) {
        return login.with(grant -> exchange(uri, grant, Lane.PASSED, request -> passOn(headers, request), left)
                        .compose(response -> response.statusCode() == 401
                                ? accept(response, grant)
                                : Future.succeededFuture(response)))
                .map(response -> new PassedAnswer(this, response, silence))
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    private static void passOn(MultiMap headers, HttpClientRequest request) {
        for (String name : PASSED_HEADERS) {
            List<String> values = headers.getAll(name);
            if (!values.isEmpty()) {
                request.putHeader(name, String.join(", ", values));
            }
        }
        String agent = headers.get("User-Agent");
        request.putHeader("User-Agent", agent == null || agent.isEmpty() ? NAME : agent + " " + NAME);
    }

    private Future<HttpClientResponse> send(String uri, String accept, Grant grant) {
        return exchange(
                        uri,
                        grant,
                        Lane.OWN,
                        request -> request.putHeader("Accept", accept).putHeader("User-Agent", NAME),
                        Promise.promise().future())
                .compose(response -> accept(response, grant));
    }

    private Future<HttpClientResponse> exchange(
            String uri, Grant grant, Lane lane, Consumer<HttpClientRequest> describe, Future<?> left) {
        RequestOptions options = request(uri).setSslOptions(transport.multiplexed(grant.tls()));
        Exchange.Question question = new Exchange.Question(
                options,
                lane,
                request -> {
                    request.authority(HostAndPort.create(access.server().getHost(), access.port()));
                    describe.accept(request);
                    grant.applyTo(request);
                },
                left);
        return Exchange.send(timers(), transport, question, limits, path);
    }

    /** Reads an answer to its end, chunk by chunk; fails with {@link UpstreamException} and nothing else. */
    Future<Void> read(HttpClientResponse response, Consumer<byte[]> onChunk) {
        return Body.read(this, response, onChunk)
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    /** GETs a JSON document of a moderate size; fails with {@link UpstreamException} and nothing else. */
    Future<JsonNode> document(String uri) {
        return get(uri).compose(response -> readUpTo(response, LONGEST_DOCUMENT).map(body -> parse(uri, body)));
    }

    /** Reads an answer of a moderate size, at most so much of it; fails with {@link UpstreamException} and nothing else. */
    Future<byte[]> readUpTo(HttpClientResponse response, int most) {
        return Body.readUpTo(this, response, most)
                .recover(failure -> Future.failedFuture(Failures.of(server(), failure)));
    }

    private static JsonNode parse(String uri, byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException notJson) {
            throw new UpstreamException(Reason.BAD_ANSWER, "the answer to " + uri + " is not JSON", notJson);
        }
    }

    /** Any answer proves the path, so it needs no credentials but those of the connection. */
    private Future<?> probe() {
        Duration limit = limits.deadPeer().dividedBy(2);
        return login.with(grant -> transport.ask(request("/version")
                .setSslOptions(transport.bounded(grant.tls()))
                .setTimeout(limit.toMillis())));
    }

    private RequestOptions request(String uri) {
        String path = access.server().getRawPath();
        String prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        RequestOptions options = new RequestOptions();
        options.setMethod(HttpMethod.GET)
                .setURI(prefix + uri)
                .setSsl(access.tls())
                .setServer(SocketAddress.inetSocketAddress(
                        access.port(), access.server().getHost()))
                .setHost(access.tlsServerName().orElse(access.host()))
                .setPort(access.port());
        access.proxy().ifPresent(proxy -> options.setProxyOptions(proxy.options()));
        return options;
    }

    private Future<HttpClientResponse> accept(HttpClientResponse response, Grant grant) {
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
        return Body.readUpTo(this, response, LONGEST_STATUS)
                .otherwise(new byte[0])
                .compose(body -> Future.failedFuture(
                        UpstreamException.of(StatusReader.ofAnswer(code, grant.withoutSecrets(body), hint))));
    }
}
