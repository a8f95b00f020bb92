package dev.nearcache.http;

import dev.nearcache.http.kube.Answers;
import dev.nearcache.http.kube.Parameters;
import dev.nearcache.http.kube.Status;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that cannot be read, refused before the router sees them: it would take them for failures of ours, and a
 * client could fill the log with stack traces. Each is answered with a Status.
 */
final class MalformedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(MalformedRequests.class);

    private MalformedRequests() {}

    /** Refuses what is no HTTP, or more of it than we read; where the next request begins is unknown, so it is the last. */
    static void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        LOG.atDebug().addKeyValue("cause", String.valueOf(cause)).log("a request is no HTTP that we read");
        request.response().putHeader("Connection", "close");
        Answers.plainStatus(request, unreadable(cause));
        request.connection().close().onFailure(gone -> {});
    }

    /** What is wrong with the target of a request or its Host; empty if they can be read. */
    static Optional<Status> fault(HttpServerRequest request) {
        return target(request).or(() -> host(request));
    }

    private static Optional<Status> target(HttpServerRequest request) {
        String path = request.path();
        if (path == null || !path.startsWith("/")) {
            return Optional.of(Status.badRequest("the request target must be a path that begins with /"));
        }
        try {
            URLDecoder.decode(path, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return Optional.of(badEscape(path));
        }
        return isKubernetes(path) ? Optional.empty() : query(request);
    }

    /** kube-apiserver passes over what it cannot read of a query (kubernetes-api.md 0.3). */
    private static boolean isKubernetes(String path) {
        return path.startsWith("/api/") || path.startsWith("/apis/");
    }

    private static Optional<Status> query(HttpServerRequest request) {
        return Parameters.of(request).unreadable().stream()
                .findFirst()
                .map(part ->
                        Status.badRequest("\"" + part + "\" in the query cannot be read: write % as %25 and ; as %3B"));
    }

    private static Optional<Status> host(HttpServerRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
        if (hosts.size() > 1) {
            return Optional.of(Status.badRequest("there is more than one Host header"));
        }
        HostAndPort authority = request.authority();
        if (!HostGate.guards(request) || (authority != null && !authority.host().isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(Status.badRequest(
                hosts.isEmpty()
                        ? "the Host header is missing"
                        : "the Host header \"" + hosts.get(0) + "\" is no host and port"));
    }

    private static Status unreadable(@Nullable Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return Status.of(414, "RequestURITooLong", "the request line is too long: " + cause.getMessage());
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Status.of(431, "RequestHeaderFieldsTooLarge", "the headers are too large: " + cause.getMessage());
        }
        return Status.badRequest("the request is not HTTP/1.1 or HTTP/2 as it should be");
    }

    private static Status badEscape(String path) {
        return Status.badRequest("invalid escape in the path, write % as %25: " + path);
    }
}
