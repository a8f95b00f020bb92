package dev.nearcache.reflector;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;

/**
 * Is told what a reflector does, for status, metrics and the log. Called on the reflector's thread; must not call back.
 */
public interface ReflectorObserver {
    /** A list was asked for: the first page, or the only one. */
    void listing();

    /** A list was handed to the sink. */
    void listed(int items, ResourceVersion version);

    /** A watch was asked for. */
    void watchRequested();

    /** The server has accepted the watch. */
    void watchOpened();

    /** A watch ended without an error; another is asked for at once. */
    void watchEnded();

    /** Something failed; the delay until the next move is zero if that comes at once. */
    void failed(Failure failure);

    /** An event was skipped since it does not belong to this type. */
    void skipped(String description);

    /** One failure. */
    record Failure(Stage stage, Reason reason, String message, Duration delay) {
        static Failure of(Stage stage, UpstreamException failure, Duration delay) {
            String message = failure.getMessage();
            Reason reason = failure.reason();
            return new Failure(stage, reason, message == null ? reason.name() : message, delay);
        }
    }
}
