package dev.nearcache.differential;

import java.util.ArrayList;
import java.util.List;

/** Parameters, in the order in which they were added. */
final class Query {
    private final List<String> parts = new ArrayList<>();

    Query add(String name, String value) {
        parts.add(name + "=" + Question.escaped(value));
        return this;
    }

    /** Adds a part as it is. */
    Query raw(String part) {
        parts.add(part);
        return this;
    }

    /** Behind a path. */
    String on(String path) {
        return parts.isEmpty() ? path : path + "?" + String.join("&", parts);
    }
}
