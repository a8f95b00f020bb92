package dev.nearcache.reflector;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;

/**
 * Is told what a reflector does, for status, metrics and the log, and leaves out what it has no use for; but a failure
 * must go somewhere. Called on the reflector's thread; must not call back.
 */
public interface ReflectorObserver {
    /** A list was asked for: the first page, or the only one. */
    default void listing() {}

    /** A list was handed to the sink. */
    default void listed(int items, ResourceVersion version) {}

    /** A watch was asked for. */
    default void watchRequested() {}

    /** The server has accepted the watch. */
    default void watchOpened() {}

    /** A watch ended without an error, or broke off; another is asked for at once, or after a wait that is told next. */
    default void watchEnded(Ending ending) {}

    /** Something failed; the delay until the next move is zero if that comes at once. */
    void failed(Failure failure);

    /** An event was skipped since it does not belong to this type. */
    default void skipped(String description) {}

    /** A list was taken beside the open watch, though nothing had failed; its differences were handed to the sink. */
    default void refreshed(RefreshCause cause, int items, ResourceVersion version) {}

    /** Such a list failed; it is tried again later, and the watch goes on. */
    default void refreshFailed(RefreshCause cause, UpstreamException failure) {}

    /** One failure. */
    record Failure(Stage stage, Reason reason, String message, Duration delay) {
        static Failure of(Stage stage, UpstreamException failure, Duration delay) {
            String message = failure.getMessage();
            Reason reason = failure.reason();
            return new Failure(stage, reason, message == null ? reason.name() : message, delay);
        }
    }
}
