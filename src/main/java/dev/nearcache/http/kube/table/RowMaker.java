package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** Makes the row of an object of one type; what is missing of it is shown as kube-apiserver shows it. */
@FunctionalInterface
interface RowMaker {
    /** The row, its cells as many as the type has columns; ages are counted to now. */
    Row row(JsonNode object, Instant now);
}
