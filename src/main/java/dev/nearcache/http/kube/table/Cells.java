package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The cells of one row, added in the order of the columns. */
final class Cells {
    private final List<JsonNode> cells = new ArrayList<>();

    /** The name of an object. */
    Cells name(JsonNode object) {
        return text(Fields.text(object, "metadata", "name"));
    }

    /** The age of an object. */
    Cells age(JsonNode object, Instant now) {
        return text(Ages.since(Fields.at(object, "metadata", "creationTimestamp"), now));
    }

    Cells text(String text) {
        cells.add(TextNode.valueOf(text));
        return this;
    }

    Cells number(long number) {
        cells.add(LongNode.valueOf(number));
        return this;
    }

    Cells flag(boolean flag) {
        cells.add(BooleanNode.valueOf(flag));
        return this;
    }

    /** A cell that holds nothing at all. */
    Cells nothing() {
        cells.add(NullNode.getInstance());
        return this;
    }

    /** The row, if nothing is to be said of the object as a whole. */
    Row row() {
        return Row.of(cells);
    }

    /** The row, with what is to be said of the object. */
    Row row(List<Row.Condition> conditions) {
        return new Row(cells, conditions);
    }
}
