package dev.nearcache.simulator;

import java.time.Instant;

/**
 * A request that reached the simulator.
 *
 * @param at when
 * @param method the HTTP method
 * @param path the path
 * @param query the query as it was sent, empty if there was none
 * @param client the client's address and port, one for each connection
 */
public record RequestEntry(Instant at, String method, String path, String query, String client) {
    /** Whether it asked for a watch. */
    public boolean watch() {
        return query.contains("watch=1") || query.contains("watch=true");
    }
}
