package dev.nearcache.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A WebSocket as the JDK reads it; {@code take} may be called from any thread. */
public final class WebSocketClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    private WebSocketClient(int port, String pathAndQuery, Map<String, String> headers, String... protocols) {
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        headers.forEach(builder::header);
        if (protocols.length > 0) {
            builder.subprotocols(protocols[0], Arrays.copyOfRange(protocols, 1, protocols.length));
        }
        socket = builder.connectTimeout(LIMIT)
                .buildAsync(URI.create("ws://127.0.0.1:" + port + pathAndQuery), new Reader())
                .join();
    }

    /** Connects; fails with a CompletionException if the upgrade is refused. */
    public static WebSocketClient open(
            int port, String pathAndQuery, Map<String, String> headers, String... protocols) {
        return new WebSocketClient(port, pathAndQuery, headers, protocols);
    }

    /** The next message, {@code closed N} for the end, or {@code failed ...}; fails the test if there is none in time. */
    public String take() {
        try {
            String message = messages.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no message within " + LIMIT);
            }
            return message;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    /** What the server agreed to; empty if nothing. */
    public String protocol() {
        return socket.getSubprotocol();
    }

    /** Says goodbye. */
    public void leave() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    @Override
    public void close() {
        socket.abort();
    }

    private final class Reader implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            parts.append(part);
            if (last) {
                messages.add(parts.toString());
                parts.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            messages.add("closed " + code);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            messages.add("failed " + failure);
        }
    }
}
