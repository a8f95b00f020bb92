package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceVersion;
import java.util.function.Consumer;

/**
 * One open watch. Confined to the context that opened it; nothing is delivered before {@link #start}.
 *
 * <p>However the connection ends (a clean end, a reset, a read timeout), the stream is closed, and that is no failure
 * (reflector.md 1.13); {@link Ending} tells only whether the server may have been another since. A line that is not a watch event arrives as {@link WatchEvent.Failed} with code 500, reason
 * {@code InternalError} and cause {@code ClientWatchDecoding}.
 */
public interface WatchStream {
    /**
     * Begins delivery; called once.
     *
     * @param onEvent takes each event, in the server's order
     * @param onClosed is told once, after the last event, how the stream ended; never after {@link #stop}
     */
    void start(Consumer<WatchEvent> onEvent, Consumer<Ending> onClosed);

    /** Closes the connection; nothing is delivered afterwards. May be called any number of times, at any time. */
    void stop();

    /**
     * Readers wait for this version: the stream may find out whether everything up to it has come, and says so by a
     * bookmark. Does nothing if that cannot be known, or the version is still to come.
     */
    default void seek(ResourceVersion version) {}

    /** How a stream ended. */
    enum Ending {
        /** The server ended it, as servers do. */
        ENDED,
        /** It broke off, or was given up. */
        LOST
    }
}
