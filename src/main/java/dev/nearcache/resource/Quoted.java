package dev.nearcache.resource;

/** Text in double quotes as Go's {@code %q} writes it, and so kube-apiserver in its messages. */
public final class Quoted {
    private static final String ESCAPED = "\u0007\b\f\n\r\t\u000b\\\"";
    private static final String LETTERS = "abfnrtv\\\"";

    private Quoted() {}

    /** The text in quotes; what cannot be printed is escaped. */
    public static String of(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(quoted, c));
        return quoted.append('"').toString();
    }

    /** One character in single quotes, as Go's JSON reader names it. */
    public static String character(int c) {
        String inner = of(Character.toString(c));
        return switch (c) {
            case '\'' -> "'\\''";
            case '"' -> "'\"'";
            default -> "'" + inner.substring(1, inner.length() - 1) + "'";
        };
    }

    private static void append(StringBuilder quoted, int c) {
        int escape = ESCAPED.indexOf(c);
        if (escape >= 0) {
            quoted.append('\\').append(LETTERS.charAt(escape));
        } else if (isPrintable(c)) {
            quoted.appendCodePoint(c);
        } else if (c < ' ' || c == 0x7f) {
            quoted.append(String.format("\\x%02x", c));
        } else if (Character.isBmpCodePoint(c)) {
            quoted.append(String.format("\\u%04x", Character.isSurrogate((char) c) ? 0xfffd : c));
        } else {
            quoted.append(String.format("\\U%08x", c));
        }
    }

    /** Letters, marks, numbers, punctuation, symbols, and of all spaces the plain one. */
    private static boolean isPrintable(int c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
