package dev.nearcache.upstream;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A failure in the API server's own words ({@code metav1.Status}), with the predicates of reflector.md 1.4.
 *
 * @param code the HTTP code, or that of the Status in an ERROR event; 0 if unknown
 * @param reason the machine readable word, empty if unknown
 * @param message for people
 * @param causes {@code details.causes}
 * @param retryAfter the server's hint, from the header or the details, whichever is longer; zero if it gave none
 */
public record ApiStatus(int code, String reason, String message, List<Cause> causes, Duration retryAfter) {
    private static final String TOO_LARGE = "Too large resource version";
    private static final Set<String> KNOWN_REASONS = Set.of(
            "Unauthorized",
            "Forbidden",
            "NotFound",
            "AlreadyExists",
            "Conflict",
            "Gone",
            "Invalid",
            "ServerTimeout",
            "StorageReadError",
            "Timeout",
            "TooManyRequests",
            "BadRequest",
            "MethodNotAllowed",
            "NotAcceptable",
            "RequestEntityTooLarge",
            "UnsupportedMediaType",
            "InternalError",
            "Expired",
            "ServiceUnavailable");

    /** One entry of {@code details.causes}; its type stands in the JSON field {@code reason}. */
    public record Cause(String type, String message) {}

    public ApiStatus {
        causes = List.copyOf(causes);
    }

    /** A status of our own making, for an answer that carried none. */
    public static ApiStatus of(int code, String reason, String message) {
        return new ApiStatus(code, reason, message, List.of(), Duration.ZERO);
    }

    /** The version asked for is no longer in the server's history. */
    public boolean expired() {
        return reason.equals("Expired") || reason.equals("Gone") || (code == 410 && !known());
    }

    /** The version asked for lies in the server's future. */
    public boolean tooLargeVersion() {
        return causes.stream().anyMatch(cause -> cause.type().equals("ResourceVersionTooLarge"))
                || (timeout()
                        && (causes.stream().anyMatch(cause -> cause.message().equals(TOO_LARGE))
                                || message.contains(TOO_LARGE)));
    }

    /** The server asks us to slow down. */
    public boolean tooManyRequests() {
        return reason.equals("TooManyRequests") || code == 429;
    }

    /** The server failed inside. */
    public boolean internal() {
        return reason.equals("InternalError") || (code == 500 && !known());
    }

    /** Who we are was not accepted. */
    public boolean unauthorized() {
        return reason.equals("Unauthorized") || (code == 401 && !known());
    }

    /** Who we are may not do this. */
    public boolean forbidden() {
        return reason.equals("Forbidden") || (code == 403 && !known());
    }

    /** There is no such type, or no such path. */
    public boolean notFound() {
        return reason.equals("NotFound") || (code == 404 && !known());
    }

    /** The type does not offer the verb. */
    public boolean methodNotAllowed() {
        return reason.equals("MethodNotAllowed") || (code == 405 && !known());
    }

    private boolean timeout() {
        return reason.equals("Timeout") || (code == 504 && !known());
    }

    private boolean known() {
        return KNOWN_REASONS.contains(reason);
    }

    @Override
    public String toString() {
        return (code == 0 ? "" : code + " ") + (reason.isEmpty() ? "" : reason + ": ") + message;
    }
}
