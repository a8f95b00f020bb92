package dev.nearcache.resource;

import dev.nearcache.resource.LabelSelector.Requirement;
import dev.nearcache.resource.LabelTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the grammar of label selectors, with kube-apiserver's messages (kubernetes-api.md 4.1). */
final class LabelSelectorParser {
    private static final String AFTER_COMMA = ", expected: identifier after ','";
    private static final String UNABLE = "unable to parse requirement: ";
    private static final String INTEGER_NEEDED = "for 'Gt', 'Lt' operators, the value must be an integer";

    private final LabelTokens tokens;

    LabelSelectorParser(String text) {
        this.tokens = new LabelTokens(text);
    }

    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        while (true) {
            Token first = tokens.peek();
            if (first.isEnd()) {
                return requirements;
            }
            if (!first.isIdentifier() && !first.is("!")) {
                throw new IllegalArgumentException(found(first) + ", expected: !, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            Token after = tokens.take();
            if (after.isEnd()) {
                return requirements;
            }
            if (!after.is(",")) {
                throw new IllegalArgumentException(found(after) + ", expected: ',' or 'end of string'");
            }
            Token next = tokens.peek();
            if (!next.isIdentifier() && !next.is("!")) {
                throw new IllegalArgumentException(found(next) + AFTER_COMMA);
            }
        }
    }

    private Requirement requirement() {
        Token token = tokens.take();
        boolean negated = token.is("!");
        if (negated) {
            token = tokens.take();
        }
        if (!token.isIdentifier()) {
            throw bad(found(token) + ", expected: identifier");
        }
        String key = token.text();
        check(LabelSyntax.keyErrors("<nil>", key));
        if (negated) {
            return new LabelSelector.Absent(key);
        }
        Token next = tokens.peek();
        return next.isEnd() || next.is(",") ? new LabelSelector.Exists(key) : comparison(key);
    }

    private Requirement comparison(String key) {
        Token operator = tokens.take();
        return switch (operator.text()) {
            case "=", "==" -> new LabelSelector.OneOf(key, checked(key, exactValue()));
            case "!=" -> new LabelSelector.NoneOf(key, checked(key, exactValue()));
            case "in" -> new LabelSelector.OneOf(key, checked(key, valueList()));
            case "notin" -> new LabelSelector.NoneOf(key, checked(key, valueList()));
            case ">" -> new LabelSelector.Greater(key, bound(key));
            case "<" -> new LabelSelector.Less(key, bound(key));
            default -> throw bad(found(operator) + ", expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private SortedSet<String> exactValue() {
        Token next = tokens.peek();
        if (next.isEnd() || next.is(",")) {
            return new TreeSet<>(Set.of(""));
        }
        Token value = tokens.take();
        if (!value.isIdentifier()) {
            throw bad(found(value) + ", expected: identifier");
        }
        return new TreeSet<>(Set.of(value.text()));
    }

    private SortedSet<String> valueList() {
        Token open = tokens.take();
        if (!open.is("(")) {
            throw bad(found(open) + " expected: '('");
        }
        Token first = tokens.peek();
        if (!first.isIdentifier() && !first.is(",") && !first.is(")")) {
            throw bad(found(first) + ", expected: ',', ')' or identifier");
        }
        SortedSet<String> values = new TreeSet<>();
        while (true) {
            // A value may be left out anywhere: it is then the empty one.
            values.add(tokens.peek().isIdentifier() ? tokens.take().text() : "");
            Token after = tokens.take();
            if (after.is(")")) {
                return values;
            }
            if (!after.is(",")) {
                throw bad(found(after) + ", expected: ',' or ')'");
            }
        }
    }

    private long bound(String key) {
        String value = exactValue().first();
        List<String> errors = new ArrayList<>();
        if (!LabelSelector.isLong(value)) {
            errors.add("values[0]: Invalid value: " + Quoted.of(value) + ": " + INTEGER_NEEDED);
        }
        errors.addAll(LabelSyntax.valueErrors("values[0][" + key + "]", value));
        check(errors);
        return Long.parseLong(value);
    }

    private static Set<String> checked(String key, SortedSet<String> values) {
        List<String> errors = new ArrayList<>();
        int index = 0;
        for (String value : values) {
            errors.addAll(LabelSyntax.valueErrors("values[" + index++ + "][" + key + "]", value));
        }
        check(errors);
        return Set.copyOf(values);
    }

    private static void check(List<String> errors) {
        if (!errors.isEmpty()) {
            throw bad(errors.size() == 1 ? errors.get(0) : "[" + String.join(", ", errors) + "]");
        }
    }

    private static String found(Token token) {
        return "found '" + token.text() + "'";
    }

    private static IllegalArgumentException bad(String what) {
        return new IllegalArgumentException(UNABLE + what);
    }
}
