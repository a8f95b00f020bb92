package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.List;
import java.util.Optional;

/**
 * The test of a filter: what a value leads to, compared as Go's templates compare.
 *
 * @param left from the value
 * @param operator such as {@code ==}; empty if it is enough that there is something at left
 * @param right from the value, mostly a constant
 */
record PathTest(List<PathStep> left, Optional<String> operator, List<PathStep> right) {
    /** Whether it holds of a value; fails if the two sides cannot be compared. */
    boolean holds(JsonNode value) throws PathException {
        List<JsonNode> lefts = PathStep.walk(left, List.of(value));
        if (operator.isEmpty() || lefts.isEmpty()) {
            return !lefts.isEmpty();
        }
        List<JsonNode> rights = PathStep.walk(right, List.of(value));
        return !rights.isEmpty() && compare(only(lefts), operator.get(), only(rights));
    }

    private static JsonNode only(List<JsonNode> values) throws PathException {
        if (values.size() > 1) {
            throw new PathException("can only compare one element at a time");
        }
        return values.get(0);
    }

    private static boolean compare(JsonNode one, String operator, JsonNode other) throws PathException {
        return switch (operator) {
            case "==" -> equal(one, other);
            case "!=" -> !equal(one, other);
            case "<" -> order(one, other) < 0;
            case "<=" -> order(one, other) <= 0;
            case ">" -> order(one, other) > 0;
            case ">=" -> order(one, other) >= 0;
            default -> throw new PathException("unrecognized filter operator " + operator);
        };
    }

    private static boolean equal(JsonNode one, JsonNode other) throws PathException {
        return (one.isBoolean() && other.isBoolean())
                ? one.booleanValue() == other.booleanValue()
                : order(one, other) == 0;
    }

    private static int order(JsonNode one, JsonNode other) throws PathException {
        JsonNodeType type = one.getNodeType();
        if (type == other.getNodeType() && type == JsonNodeType.STRING) {
            return one.textValue().compareTo(other.textValue());
        }
        // A whole number and a broken one are of different types to Go.
        if (GoNumber.isWhole(one) && GoNumber.isWhole(other)) {
            return Long.compare(one.longValue(), other.longValue());
        } else if (GoNumber.isBroken(one) && GoNumber.isBroken(other)) {
            return Double.compare(one.doubleValue(), other.doubleValue());
        }
        throw new PathException("incompatible types for comparison");
    }
}
