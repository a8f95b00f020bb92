package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Requests that would go on as a WebSocket (RFC 6455), as kube-apiserver takes them: one subprotocol is agreed to,
 * whatever it is, and a token may come among them, since browsers cannot send it otherwise (kubernetes-api.md 3.1).
 */
public final class WebSocketUpgrade {
    private static final String PROTOCOLS = "Sec-WebSocket-Protocol";
    private static final String BEARER = "base64url.bearer.authorization.k8s.io.";
    private static final String VERSION = "13";

    private WebSocketUpgrade() {}

    /** Whether a request asks for it: by both headers, or it is a plain one. */
    public static boolean isAsked(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_1_1
                && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"))
                && values(request, "Connection").anyMatch("upgrade"::equalsIgnoreCase);
    }

    /**
     * The token among the subprotocols; empty if there is none that can be read. It must have company, to which one can
     * agree in its place.
     */
    public static Optional<String> token(HttpServerRequest request) {
        List<String> tokens =
                values(request, PROTOCOLS).filter(WebSocketUpgrade::isToken).toList();
        return tokens.size() == 1 && !protocols(request).isEmpty() ? decoded(tokens.get(0)) : Optional.empty();
    }

    /**
     * Refuses what would fail once it is too late to say why.
     *
     * @throws StatusException if the handshake is no whole one
     */
    static void check(HttpServerRequest request) {
        String key = request.getHeader("Sec-WebSocket-Key");
        if (key == null || key.isBlank()) {
            throw refused("the header Sec-WebSocket-Key is missing");
        }
        if (!VERSION.equals(request.getHeader("Sec-WebSocket-Version"))) {
            request.response().putHeader("Sec-WebSocket-Version", VERSION);
            throw refused("the header Sec-WebSocket-Version must be " + VERSION);
        }
        if (protocols(request).size() > 1) {
            throw refused("the header " + PROTOCOLS + " may name one subprotocol beside a token");
        }
    }

    /** Goes on as a WebSocket; fails if the client is gone. The request must have been paused since it came. */
    static Future<Outlet> accept(HttpServerRequest request) {
        List<String> protocols = protocols(request);
        if (protocols.isEmpty()) {
            request.headers().remove(PROTOCOLS);
        } else {
            // What is agreed to is said in the answer: never the token.
            request.headers().set(PROTOCOLS, protocols.get(0));
        }
        return request.toWebSocket().map(socket -> new WebSocketOutlet(request.connection(), socket));
    }

    private static StatusException refused(String why) {
        return Status.badRequest("this is no handshake of a WebSocket: " + why).exception();
    }

    private static List<String> protocols(HttpServerRequest request) {
        return values(request, PROTOCOLS).filter(protocol -> !isToken(protocol)).toList();
    }

    private static boolean isToken(String protocol) {
        return protocol.startsWith(BEARER);
    }

    private static Optional<String> decoded(String protocol) {
        try {
            byte[] token = Base64.getUrlDecoder().decode(protocol.substring(BEARER.length()));
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(token))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException unreadable) {
            return Optional.empty();
        }
    }

    private static Stream<String> values(HttpServerRequest request, String header) {
        return request.headers().getAll(header).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }
}
