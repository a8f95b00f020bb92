package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** A path into an object, as client-go reads them: no other dialect treats dots, quotes and filters the same. */
final class JsonPath {
    private final List<PathStep> steps;

    private JsonPath(List<PathStep> steps) {
        this.steps = List.copyOf(steps);
    }

    /** Reads a path as it stands in a definition, without braces; fails if client-go would. */
    static JsonPath parse(String text) throws PathException {
        return new JsonPath(new PathParser(text).steps());
    }

    /** The first value that it leads to; empty if there is none, or an index, a type or a comparison does not fit. */
    Optional<JsonNode> first(JsonNode object) {
        try {
            return PathStep.walk(steps, List.of(object)).stream().findFirst();
        } catch (PathException unfit) {
            return Optional.empty();
        }
    }
}
