package dev.nearcache.twin;

import java.time.Duration;

/** One thing that a client did. */
sealed interface Moment {
    /** It asked, and was answered so. */
    record Asked(Request request, Answer answer) implements Moment {
        @Override
        public String toString() {
            return request + " -> " + answer;
        }
    }

    /**
     * It waited by its backoff.
     *
     * @param at when the wait began, by the virtual clock
     */
    record Waited(Duration delay, Duration at) implements Moment {
        @Override
        public String toString() {
            return "    wait " + delay.toMillis() + " ms (at " + at.toMillis() + ")";
        }
    }

    /** The layer below client-go's reflector waits, to send the same request again. */
    record Retried(Duration delay) implements Moment {
        @Override
        public String toString() {
            return "    wait " + delay.toMillis() + " ms in the REST layer";
        }
    }
}
