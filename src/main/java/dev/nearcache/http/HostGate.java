package dev.nearcache.http;

import dev.nearcache.http.kube.Failures;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets in requests that name an allowed host. A web page that has its own name point to localhost (DNS rebinding) sends
 * that name, and one of another origin names its origin. A Unix socket is out of a browser's reach and not checked.
 */
final class HostGate implements Handler<RoutingContext> {
    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)");

    private final Set<String> allowed;

    HostGate(List<String> allowed) {
        this.allowed = allowed.stream().map(HostGate::bare).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (guards(request)) {
            // One that cannot be read did not come this far.
            checkHost(Objects.requireNonNull(request.authority(), "authority").host());
            checkTarget(request.uri());
            String origin = request.getHeader("Origin");
            if (origin != null) {
                checkOrigin(origin);
            }
        }
        context.next();
    }

    /** Whether the request came in where its Host matters. */
    static boolean guards(HttpServerRequest request) {
        return request.localAddress() != null && request.localAddress().isInetSocket();
    }

    private void checkHost(String host) {
        if (!allowed.contains(bare(host))) {
            throw Failures.foreignHost(host).exception();
        }
    }

    /** A target that is a whole URL names the host that is meant, whatever the Host header says (RFC 9112 3.2.2). */
    private void checkTarget(String target) {
        if (!target.startsWith("/")) {
            Matcher named = ABSOLUTE.matcher(target);
            HostAndPort authority = named.lookingAt() ? HostAndPort.parseAuthority(named.group(1), -1) : null;
            checkHost(authority == null ? target : authority.host());
        }
    }

    private void checkOrigin(String origin) {
        if (!allowed.contains(bare(hostOf(origin)))) {
            throw Failures.foreignOrigin(origin).exception();
        }
    }

    private static String hostOf(String origin) {
        try {
            @Nullable String host = URI.create(origin).getHost();
            return host == null ? origin : host;
        } catch (IllegalArgumentException malformed) {
            return origin;
        }
    }

    private static String bare(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.startsWith("[") && lower.endsWith("]") ? lower.substring(1, lower.length() - 1) : lower;
    }
}
