package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/** The rows of the core group's plain types. */
final class CoreRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("namespaces", CoreRows::namespace),
            entry("configmaps", CoreRows::configMap),
            entry("secrets", CoreRows::secret),
            entry("serviceaccounts", CoreRows::serviceAccount),
            entry("nodes", NodeRow::row));

    private CoreRows() {}

    private static Row namespace(JsonNode namespace, Instant now) {
        return new Cells()
                .name(namespace)
                .text(Fields.text(namespace, "status", "phase"))
                .age(namespace, now)
                .row();
    }

    private static Row configMap(JsonNode map, Instant now) {
        return new Cells()
                .name(map)
                .number(Fields.at(map, "data").size()
                        + Fields.at(map, "binaryData").size())
                .age(map, now)
                .row();
    }

    /** Values may be hashed: only the keys are counted. */
    private static Row secret(JsonNode secret, Instant now) {
        return new Cells()
                .name(secret)
                .text(Fields.text(secret, "type"))
                .number(Fields.at(secret, "data").size())
                .age(secret, now)
                .row();
    }

    private static Row serviceAccount(JsonNode account, Instant now) {
        return new Cells().name(account).age(account, now).row();
    }
}
