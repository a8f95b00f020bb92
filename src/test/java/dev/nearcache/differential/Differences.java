package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds where two trees differ: as deep as they go together, so that each difference is as small as it can be. */
final class Differences {
    /** What elements of lists are known by, the first that all of them have. */
    private static final List<String> NAMES =
            List.of("/name", "/resource", "/version", "/groupVersion", "/subresource", "/metadata/name");

    private final List<Difference> found = new ArrayList<>();

    private Differences() {}

    static List<Difference> between(JsonNode theirs, JsonNode ours) {
        Differences differences = new Differences();
        differences.compare("", theirs, ours);
        return differences.found;
    }

    private void compare(String path, JsonNode theirs, JsonNode ours) {
        if (theirs.isObject() && ours.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            theirs.fieldNames().forEachRemaining(names::add);
            ours.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> compare(path + "/" + name, theirs.path(name), ours.path(name)));
        } else if (theirs.isArray() && ours.isArray()) {
            compareLists(path, theirs, ours);
        } else if (!theirs.equals(ours)) {
            found.add(new Difference(path, theirs, ours));
        }
    }

    private void compareLists(String path, JsonNode theirs, JsonNode ours) {
        if (theirs.size() == ours.size()) {
            for (int i = 0; i < theirs.size(); i++) {
                compare(path + "/" + i, theirs.get(i), ours.get(i));
            }
            return;
        }
        Optional<Map<String, JsonNode>> theirNamed = named(theirs);
        Optional<Map<String, JsonNode>> ourNamed = named(ours);
        if (theirNamed.isEmpty() || ourNamed.isEmpty()) {
            found.add(new Difference(path, theirs, ours));
        } else {
            compareNamed(path, new LinkedHashMap<>(theirNamed.get()), new LinkedHashMap<>(ourNamed.get()));
        }
    }

    private void compareNamed(String path, Map<String, JsonNode> theirs, Map<String, JsonNode> ours) {
        JsonNode nothing = MissingNode.getInstance();
        theirs.forEach((name, node) -> compare(path + "/" + name, node, ours.getOrDefault(name, nothing)));
        ours.forEach((name, node) -> {
            if (!theirs.containsKey(name)) {
                compare(path + "/" + name, nothing, node);
            }
        });
        Set<String> common = new LinkedHashSet<>(theirs.keySet());
        common.retainAll(ours.keySet());
        ours.keySet().retainAll(common);
        compare(
                path + "/order",
                TextNode.valueOf(common.toString()),
                TextNode.valueOf(ours.keySet().toString()));
    }

    /** The elements by their names; none if they have none, or not one each. */
    private static Optional<Map<String, JsonNode>> named(JsonNode list) {
        for (String name : NAMES) {
            Map<String, JsonNode> named = new LinkedHashMap<>();
            list.forEach(element -> named.put(element.at(name).asText(), element));
            if (named.size() == list.size() && !named.containsKey("")) {
                return Optional.of(named);
            }
        }
        return Optional.empty();
    }
}
