package dev.nearcache.reflector;

import dev.nearcache.upstream.UpstreamException.Reason;

/** The one next move after a failure: the master table of reflector.md 1.14, as a pure function. */
enum FailureDisposition {
    /** Ask for a streaming list again after the backoff, without a plain list. */
    STREAM,
    /** Ask for a streaming list at the newest version: at once, unless that was refused just now. */
    STREAM_NEWEST,
    /** Give up the streaming list for this cycle; list plainly, at once. */
    LIST_INSTEAD,
    /** List again at once, at the newest version. */
    LIST_NEWEST,
    /** List again at once, in one piece, at the version first asked for. */
    LIST_WHOLE,
    /** End the cycle; list after the backoff. */
    RELIST,
    /** Keep what is reflected; watch again after the backoff. */
    REWATCH,
    /** The type cannot be watched: list it again, at the newest version, after the polling interval. */
    POLL;

    static FailureDisposition of(Stage stage, Reason reason) {
        return switch (stage) {
            case STREAM_OPEN, STREAM -> stream(reason);
            case LIST -> list(reason);
            case LIST_LATER_PAGE -> reason == Reason.EXPIRED ? LIST_WHOLE : list(reason);
            case NEWEST -> RELIST;
            case NEWEST_LATER_PAGE -> reason == Reason.EXPIRED ? LIST_WHOLE : RELIST;
            case WATCH_OPEN -> watchOpen(reason);
            case WATCH_STREAM -> watchStream(reason);
        };
    }

    private static FailureDisposition stream(Reason reason) {
        return switch (reason) {
            case CONNECTION_REFUSED, TOO_MANY_REQUESTS, OVER_LIMIT -> STREAM;
            case EXPIRED, GONE, TOO_LARGE_VERSION -> STREAM_NEWEST;
            case NOT_OFFERED -> POLL;
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND, INTERNAL, REJECTED, UNREACHABLE, BAD_ANSWER, VERY_SHORT_WATCH ->
                LIST_INSTEAD;
        };
    }

    private static FailureDisposition list(Reason reason) {
        return switch (reason) {
            case EXPIRED, GONE, TOO_LARGE_VERSION -> LIST_NEWEST;
            case TOO_MANY_REQUESTS,
                    CONNECTION_REFUSED,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    NOT_OFFERED,
                    INTERNAL,
                    REJECTED,
                    UNREACHABLE,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH,
                    OVER_LIMIT -> RELIST;
        };
    }

    /**
     * A watch that could not be opened because nobody answered is tried again, not relisted. So it is in client-go: its
     * transport retries, then hands the reflector a watch that is empty and closed (reflector.md 1.13).
     */
    private static FailureDisposition watchOpen(Reason reason) {
        return switch (reason) {
            case TOO_MANY_REQUESTS, CONNECTION_REFUSED, UNREACHABLE -> REWATCH;
            case NOT_OFFERED -> POLL;
            case EXPIRED,
                    GONE,
                    TOO_LARGE_VERSION,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    INTERNAL,
                    REJECTED,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH,
                    OVER_LIMIT -> RELIST;
        };
    }

    private static FailureDisposition watchStream(Reason reason) {
        return switch (reason) {
            case TOO_MANY_REQUESTS -> REWATCH;
            case EXPIRED,
                    GONE,
                    TOO_LARGE_VERSION,
                    CONNECTION_REFUSED,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    NOT_OFFERED,
                    INTERNAL,
                    REJECTED,
                    UNREACHABLE,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH,
                    OVER_LIMIT -> RELIST;
        };
    }
}
