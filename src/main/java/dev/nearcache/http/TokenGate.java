package dev.nearcache.http;

import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.WebSocketUpgrade;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.FileSystemException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets in requests that carry the token of a file. The file is read again each second, as its token may change. */
final class TokenGate implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger(TokenGate.class);
    private static final Duration REREAD = Duration.ofSeconds(1);
    private static final String SCHEME = "Bearer ";

    private final FileSystem files;
    private final Path file;
    private final Timers timers;
    private byte[] token = {};
    private long readAt;

    private TokenGate(FileSystem files, Path file, Timers timers) {
        this.files = files;
        this.file = file;
        this.timers = timers;
    }

    /** A gate, once the file was read; fails with FileSystemException if that is not possible. */
    static Future<TokenGate> open(FileSystem files, Path file, Timers timers) {
        TokenGate gate = new TokenGate(files, file, timers);
        return gate.read()
                .map(gate)
                .recover(failure -> Future.failedFuture(new FileSystemException(
                        "api.tokenFile: the file " + file + " does not exist, is empty or cannot be read", failure)));
    }

    @Override
    public void handle(RoutingContext context) {
        byte[] given = given(context.request()).getBytes(StandardCharsets.UTF_8);
        if (timers.nanos() - readAt <= REREAD.toNanos()) {
            decide(context, given);
        } else if (isToken(given)) {
            read().onFailure(this::warn);
            context.next();
        } else {
            // It may be the new token: only the file can tell.
            read().onFailure(this::warn).onComplete(looked -> decide(context, given));
        }
    }

    /** The token that a request carries; empty if none. */
    private static String given(HttpServerRequest request) {
        String header = request.getHeader("Authorization");
        if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return header.substring(SCHEME.length()).trim();
        }
        return WebSocketUpgrade.isAsked(request)
                ? WebSocketUpgrade.token(request).orElse("")
                : "";
    }

    private void decide(RoutingContext context, byte[] given) {
        if (isToken(given)) {
            context.next();
        } else {
            context.fail(Failures.unauthorized().exception());
        }
    }

    private boolean isToken(byte[] given) {
        return token.length > 0 && MessageDigest.isEqual(given, token);
    }

    private void warn(Throwable failure) {
        LOG.atWarn()
                .addKeyValue("file", file)
                .addKeyValue("cause", failure.toString())
                .log("the token file cannot be read; the last token stays valid");
    }

    /** An empty file is one that is being written. */
    private Future<Void> adopt(byte[] read) {
        if (read.length == 0) {
            return Future.failedFuture("the file is empty");
        }
        token = read;
        return Future.succeededFuture();
    }

    private Future<Void> read() {
        readAt = timers.nanos();
        return files.readFile(file.toString())
                .map(Buffer::toString)
                .map(text -> text.trim().getBytes(StandardCharsets.UTF_8))
                .compose(this::adopt);
    }
}
