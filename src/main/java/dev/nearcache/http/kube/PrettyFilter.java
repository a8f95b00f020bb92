package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;

/** Indents by two spaces, with no line end at the end, as kube-apiserver does (kubernetes-api.md 2.4). */
final class PrettyFilter implements BodyFilter {
    private enum Place {
        /** Between tokens, or in a number or literal. */
        PLAIN,
        /** Right behind an opening bracket: an empty container stays on one line. */
        OPENED,
        IN_STRING,
        ESCAPED
    }

    private Place place = Place.PLAIN;
    private int depth;

    @Override
    public void write(byte[] json, Buffer out) {
        for (byte c : json) {
            take(c, out);
        }
    }

    @Override
    public void finish(Buffer out) {}

    private void take(byte c, Buffer out) {
        switch (place) {
            case ESCAPED -> {
                out.appendByte(c);
                place = Place.IN_STRING;
            }
            case IN_STRING -> {
                out.appendByte(c);
                place = c == '\\' ? Place.ESCAPED : c == '"' ? Place.PLAIN : Place.IN_STRING;
            }
            case OPENED -> {
                if (c != '}' && c != ']') {
                    line(++depth, out);
                    place = Place.PLAIN;
                    token(c, out);
                } else {
                    out.appendByte(c);
                    place = Place.PLAIN;
                }
            }
            case PLAIN -> token(c, out);
        }
    }

    private void token(byte c, Buffer out) {
        switch (c) {
            case '}', ']' -> {
                line(--depth, out);
                out.appendByte(c);
            }
            case '{', '[' -> {
                out.appendByte(c);
                place = Place.OPENED;
            }
            case ',' -> {
                out.appendByte(c);
                line(depth, out);
            }
            case ':' -> out.appendString(": ");
            case '"' -> {
                out.appendByte(c);
                place = Place.IN_STRING;
            }
            default -> out.appendByte(c);
        }
    }

    private static void line(int depth, Buffer out) {
        out.appendByte((byte) '\n');
        for (int i = 0; i < depth; i++) {
            out.appendString("  ");
        }
    }
}
