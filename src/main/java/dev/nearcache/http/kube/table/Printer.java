package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Shows objects of one type as rows (kubernetes-api.md 2.7). Immutable, safe on any thread. */
public interface Printer {
    /** Its columns. */
    List<Column> columns();

    /**
     * The row of an object.
     *
     * @param object whole, or with nothing but its metadata's version, as in a bookmark: whatever is missing is shown as such
     * @param now ages are counted to it
     */
    Row row(JsonNode object, Instant now);

    /** The order of the rows of a list, where it is not that of its objects. */
    default Optional<Comparator<JsonNode>> order() {
        return Optional.empty();
    }

    /**
     * The printer of a list: of few types, a row depends on what else stands in the list.
     *
     * @param objects of the list, each read when it is needed
     */
    default Printer ofList(Iterable<JsonNode> objects) {
        return this;
    }
}
