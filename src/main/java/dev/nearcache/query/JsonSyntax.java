package dev.nearcache.query;

import dev.nearcache.resource.Quoted;

/**
 * Finds the first byte at which a text stops being JSON, and says so in the words of Go's reader: kube-apiserver puts them
 * into its answers (kubernetes-api.md 2.2). A text that ends too soon is read on as if a blank followed, as Go does.
 */
final class JsonSyntax {
    private static final String VALUE = "looking for beginning of value";

    /** Far below Go's ten thousand, and far above what any token has: each level takes stack. */
    private static final int DEEPEST = 500;

    private final byte[] text;
    private int at;
    private int depth;

    private JsonSyntax(byte[] text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException with what is wrong, if it is not one JSON value */
    static void check(byte[] text) {
        JsonSyntax syntax = new JsonSyntax(text);
        syntax.value(VALUE);
        if (syntax.next() >= 0) {
            throw syntax.bad("after top-level value");
        }
    }

    private void value(String where) {
        switch (next()) {
            case '{' -> nested(this::members);
            case '[' -> nested(this::elements);
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw bad(where);
        }
    }

    private void nested(Runnable inner) {
        if (++depth > DEEPEST) {
            throw new IllegalArgumentException("exceeded max depth");
        }
        inner.run();
        depth--;
    }

    private void members() {
        at++;
        if (next() == '}') {
            at++;
            return;
        }
        while (true) {
            expect('"', "looking for beginning of object key string");
            string();
            expect(':', "after object key");
            at++;
            value(VALUE);
            int after = next();
            if (after != ',' && after != '}') {
                throw bad("after object key:value pair");
            }
            at++;
            if (after == '}') {
                return;
            }
        }
    }

    private void elements() {
        at++;
        if (next() == ']') {
            at++;
            return;
        }
        while (true) {
            value(VALUE);
            int after = next();
            if (after != ',' && after != ']') {
                throw bad("after array element");
            }
            at++;
            if (after == ']') {
                return;
            }
        }
    }

    private void string() {
        for (at++; ; at++) {
            if (at >= text.length) {
                throw ended();
            }
            int c = text[at];
            if (c == '"') {
                at++;
                return;
            }
            if (c >= 0 && c < ' ') {
                throw bad("in string literal");
            }
            if (c == '\\') {
                at++;
                escape();
            }
        }
    }

    private void escape() {
        if ("bfnrt\\/\"u".indexOf(here()) < 0) {
            throw bad("in string escape code");
        }
        for (int i = 0, digits = here() == 'u' ? 4 : 0; i < digits; i++) {
            at++;
            if (Character.digit(here(), 16) < 0) {
                throw bad("in \\u hexadecimal character escape");
            }
        }
    }

    private void literal(String word) {
        for (int i = 1; i < word.length(); i++) {
            at++;
            if (here() != word.charAt(i)) {
                throw bad("in literal " + word + " (expecting " + Quoted.character(word.charAt(i)) + ")");
            }
        }
        at++;
    }

    private void number() {
        if (here() == '-') {
            at++;
        }
        if (here() == '0') {
            at++;
        } else {
            digits("in numeric literal");
        }
        if (here() == '.') {
            at++;
            digits("after decimal point in numeric literal");
        }
        if (here() == 'e' || here() == 'E') {
            at++;
            if (here() == '+' || here() == '-') {
                at++;
            }
            digits("in exponent of numeric literal");
        }
    }

    private void digits(String where) {
        if (!isDigit(here())) {
            throw bad(where);
        }
        while (isDigit(here())) {
            at++;
        }
    }

    private void expect(char wanted, String where) {
        if (next() != wanted) {
            throw bad(where);
        }
    }

    /** The next byte that is no white space, left in place; -1 at the end. */
    private int next() {
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
        return at < text.length ? text[at] & 0xff : -1;
    }

    private int here() {
        return at < text.length ? text[at] & 0xff : ' ';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private IllegalArgumentException bad(String where) {
        // Between two tokens a blank is no fault, so it is the end that was not expected.
        return at >= text.length && !where.startsWith("in ") && !where.startsWith("after decimal")
                ? ended()
                : new IllegalArgumentException("invalid character " + Quoted.character(here()) + " " + where);
    }

    private static IllegalArgumentException ended() {
        return new IllegalArgumentException("unexpected end of JSON input");
    }
}
