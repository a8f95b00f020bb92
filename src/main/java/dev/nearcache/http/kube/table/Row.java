package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An object as a row.
 *
 * @param cells in the order of the columns
 * @param conditions what is to be said of the object as a whole; mostly nothing
 */
public record Row(List<JsonNode> cells, List<Condition> conditions) {
    public Row {
        cells = List.copyOf(cells);
        conditions = List.copyOf(conditions);
    }

    /** A row of which nothing more is to be said. */
    public static Row of(List<JsonNode> cells) {
        return new Row(cells, List.of());
    }

    /** Something that holds of the object of a row, as that a pod has completed. */
    public record Condition(String type, String status, String reason, String message) {}
}
