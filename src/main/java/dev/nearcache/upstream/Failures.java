package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import java.net.ConnectException;
import javax.net.ssl.SSLException;

/** What a failure below HTTP is to the rooms above. */
final class Failures {
    private Failures() {}

    /** The failure with its one reason; one that has it already stays as it is. */
    static UpstreamException of(String server, Throwable failure) {
        if (failure instanceof UpstreamException upstream) {
            return upstream;
        }
        Reason reason = refused(failure) ? Reason.CONNECTION_REFUSED : Reason.UNREACHABLE;
        return new UpstreamException(reason, server + ": " + summary(failure), failure);
    }

    /** The operating system's ECONNREFUSED, anywhere in the chain; a connect timeout is a ConnectException too. */
    private static boolean refused(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    && String.valueOf(cause.getMessage()).contains("refused")) {
                return true;
            }
        }
        return false;
    }

    private static String summary(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null ? failure.getClass().getSimpleName() : message;
        return failure instanceof SSLException && failure.getCause() != null
                ? text + ": " + handshake(failure.getCause())
                : text;
    }

    /** Netty's own message for the first case is a dump of what came instead. */
    private static String handshake(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.startsWith("not an SSL/TLS record")
                ? "it does not speak TLS; if that is meant, write its address as http://"
                : message;
    }
}
