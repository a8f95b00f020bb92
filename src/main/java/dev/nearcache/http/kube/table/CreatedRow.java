package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** Name and time of creation: what kube-apiserver shows of a type that has no printer of its own. */
final class CreatedRow {
    /** Go's time of nothing. */
    static final String NEVER = "0001-01-01T00:00:00Z";

    private CreatedRow() {}

    static Row row(JsonNode object, Instant now) {
        return new Cells()
                .name(object)
                .text(Fields.textOr(NEVER, object, "metadata", "creationTimestamp"))
                .row();
    }
}
