package dev.nearcache.resource;

import java.util.Random;

/** Random JSON in canonical form: compact, texts escaped as little as JSON allows. */
final class RandomJson {
    private static final String[] TEXTS = {
        "a",
        "",
        "web",
        "a.b/c",
        "ä",
        "€uro",
        "\uD83D\uDE00",
        "\\\"q\\\"",
        "\\\\",
        "\\n\\t\\r\\b\\f",
        "\\u0001",
        "\\ud800",
        "\\udc00x",
        "<&>",
        "\u2028",
        "long ".repeat(50)
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-17",
        "1.0",
        "0.10",
        "1e5",
        "1E+5",
        "-2.50e-10",
        "123456789012345678901234567890",
        "9223372036854775808"
    };

    private RandomJson() {}

    /** Members to follow others: each with a comma before it. */
    static String members(Random random) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            out.append(",\"m").append(i).append(name(random)).append("\":");
            value(random, 3, out);
        }
        return out.toString();
    }

    /** A name cannot hold half a surrogate pair: the parser refuses it, and Go never writes it. */
    private static String name(Random random) {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        return text.contains("\\ud") ? "plain" : text;
    }

    private static void value(Random random, int depth, StringBuilder out) {
        switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 ->
                out.append('"').append(TEXTS[random.nextInt(TEXTS.length)]).append('"');
            case 1 -> out.append(NUMBERS[random.nextInt(NUMBERS.length)]);
            case 2 -> out.append(random.nextBoolean() ? "true" : random.nextBoolean() ? "false" : "null");
            case 3 -> container(random, depth, out, "[", "]");
            default -> container(random, depth, out, "{", "}");
        }
    }

    private static void container(Random random, int depth, StringBuilder out, String open, String close) {
        out.append(open);
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            out.append(i == 0 ? "" : ",");
            if (open.equals("{")) {
                out.append("\"k").append(i).append(name(random)).append("\":");
            }
            value(random, depth - 1, out);
        }
        out.append(close);
    }

    /** The same JSON with white space where JSON allows it. */
    static String spread(Random random, String json) {
        StringBuilder out = new StringBuilder();
        boolean inText = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            out.append(c);
            if (inText && c == '\\') {
                out.append(json.charAt(++i));
            } else if (c == '"') {
                inText = !inText;
            }
            if (!inText && "{}[],:".indexOf(c) >= 0 && random.nextInt(4) == 0) {
                out.append(random.nextBoolean() ? " " : "\n\t");
            }
        }
        return out.toString();
    }
}
