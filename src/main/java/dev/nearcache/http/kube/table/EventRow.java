package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/**
 * The rows of events, which two groups serve under different names of their fields.
 *
 * @param involved the object that the event is about
 * @param source who told, of old
 * @param reporter who tells, of late
 */
record EventRow(
        String involved, String source, String reporter, String first, String last, String count, String message)
        implements RowMaker {
    static final Map<String, RowMaker> ROWS = Map.of(
            "events",
            new EventRow(
                    "involvedObject",
                    "source",
                    "reportingComponent",
                    "firstTimestamp",
                    "lastTimestamp",
                    "count",
                    "message"),
            "events.events.k8s.io",
            new EventRow(
                    "regarding",
                    "deprecatedSource",
                    "reportingController",
                    "deprecatedFirstTimestamp",
                    "deprecatedLastTimestamp",
                    "deprecatedCount",
                    "note"));

    @Override
    public Row row(JsonNode event, Instant now) {
        String firstSeen = Ages.since(either(event, first, "eventTime"), now);
        return new Cells()
                .text(lastSeen(event, firstSeen, now))
                .text(Fields.text(event, "type"))
                .text(Fields.text(event, "reason"))
                .text(target(event))
                .text(Fields.text(event, involved, "fieldPath"))
                .text(teller(event))
                .text(trimmed(Fields.text(event, message)))
                .text(firstSeen)
                .number(count(event))
                .name(event)
                .row();
    }

    private static JsonNode either(JsonNode event, String field, String other) {
        return Fields.has(event, field) ? Fields.at(event, field) : Fields.at(event, other);
    }

    private String lastSeen(JsonNode event, String firstSeen, Instant now) {
        if (Fields.has(event, "series")) {
            return Ages.since(Fields.at(event, "series", "lastObservedTime"), now);
        }
        return Fields.has(event, last) ? Ages.since(Fields.at(event, last), now) : firstSeen;
    }

    /** An event that happened once has no count in the newer form. */
    private long count(JsonNode event) {
        if (Fields.has(event, "series")) {
            return Fields.number(event, "series", "count");
        }
        long told = Fields.number(event, count);
        return told == 0 ? 1 : told;
    }

    private String target(JsonNode event) {
        String kind = Fields.text(event, involved, "kind").toLowerCase(Locale.ROOT);
        String name = Fields.text(event, involved, "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private String teller(JsonNode event) {
        String component = Fields.textOr(Fields.text(event, reporter), event, source, "component");
        String instance = Fields.textOr(Fields.text(event, "reportingInstance"), event, source, "host");
        return instance.isEmpty() ? component : component + ", " + instance;
    }

    /** Without what Unicode calls white space at its ends, which Java's own strip takes for something else. */
    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isWhite(text.charAt(start))) {
            start++;
        }
        while (end > start && isWhite(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isWhite(char one) {
        return (one >= '\t' && one <= '\r') || one == '\u0085' || Character.isSpaceChar(one);
    }
}
