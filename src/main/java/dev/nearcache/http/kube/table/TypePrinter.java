package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** The printer of a type: columns that are data, and rows that are made for them. */
record TypePrinter(List<Column> columns, RowMaker maker) implements Printer {
    @Override
    public Row row(JsonNode object, Instant now) {
        return maker.row(object, now);
    }
}
