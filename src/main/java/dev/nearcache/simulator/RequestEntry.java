package dev.nearcache.simulator;

import java.time.Instant;
import java.util.Map;

/**
 * A request that reached the simulator.
 *
 * @param at when
 * @param method the HTTP method
 * @param path the path
 * @param query the query as it was sent, empty if there was none
 * @param headers its headers, names in lower case
 * @param client the client's address and port, one for each connection
 */
public record RequestEntry(
        Instant at, String method, String path, String query, Map<String, String> headers, String client) {
    public RequestEntry {
        headers = Map.copyOf(headers);
    }

    /** Whether it asked for a watch. */
    public boolean watch() {
        return query.contains("watch=1") || query.contains("watch=true");
    }
}
