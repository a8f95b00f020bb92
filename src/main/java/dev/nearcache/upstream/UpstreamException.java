package dev.nearcache.upstream;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A list or watch that failed, with exactly one {@link Reason}. */
public final class UpstreamException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why; a closed list, so that the reflector's table covers it (reflector.md 1.4 and 1.14). */
    public enum Reason {
        /** The version is no longer in the history, in the word {@code Expired}. */
        EXPIRED,
        /** The same in any other form, such as a bare 410: only a whole new list will do. */
        GONE,
        /** The version lies in the server's future. */
        TOO_LARGE_VERSION,
        /** 429: slow down. */
        TOO_MANY_REQUESTS,
        /** Nothing listens at the address. */
        CONNECTION_REFUSED,
        /** 401. */
        UNAUTHORIZED,
        /** 403. */
        FORBIDDEN,
        /** 404: no such type. */
        NOT_FOUND,
        /** 405: the type does not offer what was asked for; a watch, mostly. */
        NOT_OFFERED,
        /** 500 as such. */
        INTERNAL,
        /** Any other answer that is not a success. */
        REJECTED,
        /** The connection could not be made or broke, or a limit on time ran out. */
        UNREACHABLE,
        /** The answer was a success but not what was asked for: bad JSON, a table, a missing version. */
        BAD_ANSWER,
        /** A watch was accepted, then closed within a second without an event. */
        VERY_SHORT_WATCH,
        /** There is more of the type than we may hold. */
        OVER_LIMIT
    }

    private final Reason reason;
    private final transient @Nullable ApiStatus status;

    public UpstreamException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.status = null;
    }

    private UpstreamException(Reason reason, ApiStatus status) {
        super(status.toString());
        this.reason = reason;
        this.status = status;
    }

    /** The failure that a Status reports. */
    public static UpstreamException of(ApiStatus status) {
        return new UpstreamException(reasonOf(status), status);
    }

    /** A failure as it is, or one of a kind that nobody foresaw. */
    public static UpstreamException from(Throwable cause) {
        return Failures.known(cause);
    }

    /** Why it failed. */
    public Reason reason() {
        return reason;
    }

    /** The server's own words, if it answered. */
    public @Nullable ApiStatus status() {
        return status;
    }

    /** Whether nobody answered, so that whoever answers next may be another server. */
    public boolean unanswered() {
        return reason == Reason.UNREACHABLE || reason == Reason.CONNECTION_REFUSED;
    }

    /** The least wait that the server asked for; zero if it asked for none. */
    public Duration retryAfter() {
        return status == null ? Duration.ZERO : status.retryAfter();
    }

    private static Reason reasonOf(ApiStatus status) {
        if (status.expired()) {
            return status.reason().equals("Expired") ? Reason.EXPIRED : Reason.GONE;
        }
        if (status.tooLargeVersion()) {
            return Reason.TOO_LARGE_VERSION;
        }
        if (status.tooManyRequests()) {
            return Reason.TOO_MANY_REQUESTS;
        }
        if (status.unauthorized()) {
            return Reason.UNAUTHORIZED;
        }
        if (status.forbidden()) {
            return Reason.FORBIDDEN;
        }
        if (status.notFound()) {
            return Reason.NOT_FOUND;
        }
        if (status.methodNotAllowed()) {
            return Reason.NOT_OFFERED;
        }
        return status.internal() ? Reason.INTERNAL : Reason.REJECTED;
    }
}
