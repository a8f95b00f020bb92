package dev.nearcache.config;

import java.time.Duration;

/**
 * How the API server is read.
 *
 * @param cluster where it is
 * @param pageSize objects asked for in one page of a list
 * @param connectTimeout limit for a connection to stand, and again for its TLS; half of {@code deadPeer} if that is less
 * @param headerTimeout limit from a request to the first byte of its answer
 * @param watchTimeout a watch is asked to last this to twice this, at random
 * @param deadPeer without a proof of life for this long, what is held counts as stale
 * @param safetyRelist how long after a list a type is listed again though nothing failed; zero for never
 * @param selfCheck how often what is held is compared with what the API server holds; zero for never
 * @param rediscover how often it is looked up how the API server serves each type
 * @param watchList whether lists are streamed
 * @param backoff waits after failures
 * @param passthrough whether types that are not cached can be read too
 * @param consistency who answers reads that name no version, unless they say
 */
public record UpstreamConfig(
        ClusterSource cluster,
        int pageSize,
        Duration connectTimeout,
        Duration headerTimeout,
        Duration watchTimeout,
        Duration deadPeer,
        Duration safetyRelist,
        Duration selfCheck,
        Duration rediscover,
        WatchList watchList,
        Backoff backoff,
        Passthrough passthrough,
        Consistency consistency) {

    /** Whether types that are not cached are read from the API server when somebody asks for them. */
    public enum Passthrough {
        OFF,
        ON
    }

    /** Who answers reads that name no version. */
    public enum Consistency {
        CACHE,
        UPSTREAM
    }

    /** Whether lists are asked for as watches that begin with all objects. */
    public enum WatchList {
        /** Yes, and plainly where the server cannot. */
        AUTO,
        /** Yes; a server that cannot is a failure. */
        ALWAYS,
        /** No. */
        NEVER
    }

    /**
     * Waits after failures, doubling from the first to the longest.
     *
     * @param initial the first wait
     * @param max the longest wait
     */
    public record Backoff(Duration initial, Duration max) {
        /** client-go's own (reflector.md 1.13). */
        public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(800), Duration.ofSeconds(30));

        public Backoff {
            if (initial.compareTo(max) > 0) {
                throw new IllegalArgumentException("initial is longer than max");
            }
        }
    }
}
