package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which objects of a type a request is about: those of a namespace that meet every requirement.
 *
 * @param namespace a namespace, or empty for all
 * @param requirements tests of the object's tree
 */
record Selection(String namespace, List<Predicate<JsonNode>> requirements) {

    static Selection of(String namespace, String labelSelector, String fieldSelector) {
        List<Predicate<JsonNode>> all = new ArrayList<>(LabelTerms.parse(labelSelector));
        all.addAll(FieldTerms.parse(fieldSelector));
        return new Selection(namespace, List.copyOf(all));
    }

    /** The beginning of every key in it. */
    String prefix() {
        return namespace.isEmpty() ? "" : namespace + "/";
    }

    /** Whether the namespace alone decides. */
    boolean wholeNamespace() {
        return requirements.isEmpty();
    }

    boolean matches(SimObject object) {
        if (!namespace.isEmpty() && !namespace.equals(object.namespace())) {
            return false;
        }
        if (requirements.isEmpty()) {
            return true;
        }
        JsonNode tree = object.tree();
        return requirements.stream().allMatch(requirement -> requirement.test(tree));
    }
}
