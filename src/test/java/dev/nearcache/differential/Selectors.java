package dev.nearcache.differential;

import dev.nearcache.differential.World.Served;
import java.util.ArrayList;
import java.util.List;

/** Selectors by their grammars (kubernetes-api.md 4.1, 4.2): good ones, and those that are wrong in one place. */
final class Selectors {
    private static final List<String> LABEL_KEYS =
            List.of("even", "n", "tier", "team", "story", "nope", "example.com/part", "notin", "in", "0.1.2.domain/99");
    private static final List<String> LABEL_VALUES =
            List.of("true", "false", "1", "33", "front", "a", "", "told", "tick.tack.clock");
    private static final List<String> NOISE = List.of(
            ",",
            "!",
            "(",
            ")",
            "=",
            "==",
            "!=",
            "<",
            ">",
            " ",
            "in",
            "notin",
            "-",
            "a/b/c",
            "/",
            "\t",
            "\n",
            "|",
            "ä",
            "\"",
            "%",
            "\\",
            "a b",
            "x".repeat(64),
            "A_/x",
            "exists");

    private final Dice dice;

    Selectors(Dice dice) {
        this.dice = dice;
    }

    /** One of labels, mostly of those that the type's objects have. */
    String labels(Served type) {
        List<String> requirements = new ArrayList<>();
        for (int i = dice.below(3); i >= 0; i--) {
            requirements.add(requirement(type));
        }
        String selector = String.join(dice.of(",", ",", ", "), requirements);
        return dice.percent(35) ? spoiled(selector) : selector;
    }

    private String requirement(Served type) {
        if (!type.labels().isEmpty() && dice.percent(40)) {
            return dice.of(type.labels()).replaceFirst("=", dice.of("=", "==", "!="));
        }
        String key = dice.of(LABEL_KEYS);
        return switch (dice.below(6)) {
            case 0 -> key;
            case 1 -> "!" + key;
            case 2 -> key + dice.of(" in ", "  in\t", " notin ", " notin") + set();
            case 3 -> key + dice.of("=", "==", "!=", " = ", " != ") + dice.of(LABEL_VALUES);
            case 4 -> key + dice.of(">", "<", " > ") + dice.of("1", "5", "-1", "a", "9223372036854775807");
            default -> "";
        };
    }

    private String set() {
        List<String> values = new ArrayList<>();
        for (int i = dice.below(4); i > 0; i--) {
            values.add(dice.of(LABEL_VALUES));
        }
        return "(" + String.join(dice.of(",", ", ", " ,"), values) + ")";
    }

    /** One of fields, mostly of those that the type knows and with values that its objects have. */
    String fields(Served type) {
        List<String> terms = new ArrayList<>();
        for (int i = dice.below(3); i >= 0; i--) {
            terms.add(term(type));
        }
        String selector = String.join(",", terms);
        return dice.percent(25) ? spoiled(selector) : selector;
    }

    private String term(Served type) {
        if (!type.fields().isEmpty() && dice.percent(60)) {
            return dice.of(type.fields()).replaceFirst("=", dice.of("=", "==", "!="));
        }
        String field =
                dice.of("metadata.name", "metadata.namespace", "metadata.name", "foo", "spec.nodeName", "spec.x[0]");
        return field
                + dice.of("=", "==", "!=")
                + dice.of("c1", "p2", "a", "b", "", "x\\=y", "x\\,y", "\\\\", " c1", "nfalse");
    }

    /** The same with something in it that may not belong there, or without something that does. */
    private String spoiled(String selector) {
        int at = dice.below(selector.length() + 1);
        if (dice.percent(30) && at < selector.length()) {
            return selector.substring(0, at) + selector.substring(at + 1);
        }
        return selector.substring(0, at) + dice.of(NOISE) + selector.substring(at);
    }
}
