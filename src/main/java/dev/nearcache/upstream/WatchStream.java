package dev.nearcache.upstream;

import java.util.function.Consumer;

/**
 * One open watch. Confined to the context that opened it; nothing is delivered before {@link #start}.
 *
 * <p>However the connection ends (a clean end, a reset, a read timeout) is one and the same here: the stream is closed
 * (reflector.md 1.13). A line that is not a watch event arrives as {@link WatchEvent.Failed} with code 500, reason
 * {@code InternalError} and cause {@code ClientWatchDecoding}.
 */
public interface WatchStream {
    /**
     * Begins delivery; called once.
     *
     * @param onEvent takes each event, in the server's order
     * @param onClosed runs once, after the last event, however the stream ended; never runs after {@link #stop}
     */
    void start(Consumer<WatchEvent> onEvent, Runnable onClosed);

    /** Closes the connection; nothing is delivered afterwards. May be called any number of times, at any time. */
    void stop();
}
