package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How often containers were started again, summed over some of a pod's. */
final class Restarts {
    private long count;
    private Optional<Instant> last = Optional.empty();

    /** Counts the restarts of a container, of which its status tells. */
    void add(JsonNode container) {
        count += Fields.number(container, "restartCount");
        Ages.instant(Fields.at(container, "lastState", "terminated", "finishedAt"))
                .filter(ended -> last.isEmpty() || ended.isAfter(last.get()))
                .ifPresent(ended -> last = Optional.of(ended));
    }

    /** {@code 2}, or {@code 2 (5m ago)} if it is known when the last one ended. */
    String text(Instant now) {
        String ago = count == 0
                ? ""
                : last.map(ended -> " (" + Ages.human(Duration.between(ended, now)) + " ago)")
                        .orElse("");
        return count + ago;
    }
}
