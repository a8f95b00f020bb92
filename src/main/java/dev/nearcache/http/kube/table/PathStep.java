package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** One step of a {@link JsonPath}: from some values to those that they lead to. */
sealed interface PathStep {
    /** The values that are reached; fails where client-go does, which is not where nothing is found. */
    List<JsonNode> from(List<JsonNode> values) throws PathException;

    /** All steps, one after the other. */
    static List<JsonNode> walk(List<PathStep> steps, List<JsonNode> from) throws PathException {
        List<JsonNode> values = from;
        for (PathStep step : steps) {
            values = step.from(values);
        }
        return values;
    }

    /** {@code .name}. */
    record Field(String name) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) {
            return values.stream()
                    .filter(value -> value.has(name))
                    .map(value -> value.path(name))
                    .toList();
        }
    }

    /** {@code .*}: what is in objects and lists. */
    record Wildcard() implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) {
            return values.stream().flatMap(JsonNode::valueStream).toList();
        }
    }

    /** {@code ..}: the values, and whatever is in them. */
    record Descent() implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) {
            List<JsonNode> all = new ArrayList<>();
            values.forEach(value -> addTo(all, value));
            return all;
        }

        private static void addTo(List<JsonNode> all, JsonNode value) {
            all.add(value);
            value.forEach(inner -> addTo(all, inner));
        }
    }

    /** {@code ['a','b']}: what each of the paths leads to. */
    record Union(List<List<PathStep>> paths) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) throws PathException {
            List<JsonNode> all = new ArrayList<>();
            for (List<PathStep> path : paths) {
                all.addAll(walk(path, values));
            }
            return all;
        }
    }

    /** A text, number or truth that stands in the path itself. */
    record Constant(JsonNode value) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) {
            return List.of(value);
        }
    }

    /** A word that means nothing, as a path without its dot begins with. */
    record Unknown(String word) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) throws PathException {
            throw new PathException("unrecognized identifier " + word);
        }
    }

    /** {@code [?(@.a=="b")]}: the elements of lists for which a comparison holds. */
    record Filter(PathTest test) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) throws PathException {
            List<JsonNode> passing = new ArrayList<>();
            for (JsonNode value : values) {
                for (JsonNode element : list(value)) {
                    if (test.holds(element)) {
                        passing.add(element);
                    }
                }
            }
            return passing;
        }
    }

    /** {@code [n]}: one element, counted from the end if negative. */
    record Element(int index) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) throws PathException {
            List<JsonNode> elements = new ArrayList<>();
            for (JsonNode value : values) {
                if (!value.isNull()) {
                    JsonNode list = list(value);
                    int at = index < 0 ? index + list.size() : index;
                    if (at < 0 || at >= list.size()) {
                        throw new PathException("array index out of bounds: index " + index);
                    }
                    elements.add(list.get(at));
                }
            }
            return elements;
        }
    }

    /** {@code [from:to:step]}: some elements. */
    record Slice(int from, OptionalInt to, int step) implements PathStep {
        @Override
        public List<JsonNode> from(List<JsonNode> values) throws PathException {
            List<JsonNode> elements = new ArrayList<>();
            for (JsonNode value : values) {
                if (!value.isNull()) {
                    addTo(elements, list(value));
                }
            }
            return elements;
        }

        private void addTo(List<JsonNode> elements, JsonNode list) throws PathException {
            int size = list.size();
            int first = from < 0 ? from + size : from;
            int end = to.orElse(size);
            int last = end < 0 ? end + size : end;
            if (first == last) {
                return;
            }
            if (step <= 0 || first < 0 || first >= size || last > size || first > last) {
                throw new PathException("array index out of bounds: " + from + ":" + last);
            }
            for (int at = first; at < last; at += step) {
                elements.add(list.get(at));
            }
        }
    }

    private static JsonNode list(JsonNode value) throws PathException {
        if (!value.isArray()) {
            throw new PathException("not a list");
        }
        return value;
    }
}
