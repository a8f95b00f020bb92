package dev.nearcache.resource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A buffer that compact JSON is written to, and can be taken back from.
 *
 * <p>Whether a comma is due is read off the last byte: after a whole value it can only be a quote, a bracket, a digit or
 * a letter, so no record of the nesting is needed and a member that was taken back leaves no trace.
 */
final class JsonBytes {
    /**
     * What is written above this is dropped: etcd's objects are some megabytes at the most, and one that never ends must
     * not end the process. It grows with the heap, as a few copies of an object are made on its way.
     */
    static final int MOST =
            (int) Math.min(32 << 20, Math.max(4 << 20, Runtime.getRuntime().maxMemory() / 16));

    /** A buffer that one huge object made larger than this is given up afterwards. */
    private static final int RETAINED = 256 * 1024;

    private static final int INITIAL = 8 * 1024;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** Characters that are made room for at once: each may take six bytes. */
    private static final int STRETCH = 1024;

    private byte[] bytes = new byte[INITIAL];
    private int size;
    private boolean full;

    /** Whether something was dropped. */
    boolean full() {
        return full;
    }

    void clear() {
        size = 0;
        full = false;
        if (bytes.length > RETAINED) {
            bytes = new byte[INITIAL];
        }
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /** Takes back everything that was written after a position. */
    void truncate(int position) {
        size = Math.min(size, position);
    }

    /** A copy of what was written, with a text of ASCII inserted. */
    byte[] inserted(int position, String text) {
        byte[] more = text.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[size + more.length];
        System.arraycopy(bytes, 0, whole, 0, position);
        System.arraycopy(more, 0, whole, position, more.length);
        System.arraycopy(bytes, position, whole, position + more.length, size - position);
        return whole;
    }

    /** Whether the container that was opened last has no members so far. */
    boolean justOpened() {
        return size > 0 && (bytes[size - 1] == '{' || bytes[size - 1] == '[');
    }

    void open(char bracket) {
        if (separate(1)) {
            bytes[size++] = (byte) bracket;
        }
    }

    void close(char bracket) {
        if (reserve(1)) {
            bytes[size++] = (byte) bracket;
        }
    }

    void name(String name) {
        if (!separate(2 + 6 * name.length() + 1)) {
            return;
        }
        bytes[size++] = '"';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            append(c, i + 1 < name.length() ? name.charAt(i + 1) : 0, i > 0 ? name.charAt(i - 1) : 0);
        }
        bytes[size++] = '"';
        bytes[size++] = ':';
    }

    void string(char[] chars, int offset, int length) {
        if (!separate(1)) {
            return;
        }
        bytes[size++] = '"';
        int end = offset + length;
        for (int from = offset; from < end; from += STRETCH) {
            int to = Math.min(from + STRETCH, end);
            if (!reserve(6 * (to - from) + 1)) {
                return;
            }
            for (int i = from; i < to; i++) {
                append(chars[i], i + 1 < end ? chars[i + 1] : 0, i > offset ? chars[i - 1] : 0);
            }
        }
        if (reserve(1)) {
            bytes[size++] = '"';
        }
    }

    /** A number or a word: characters that need no quoting. */
    void raw(char[] chars, int offset, int length) {
        if (!separate(length)) {
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            bytes[size++] = (byte) chars[i];
        }
    }

    private boolean separate(int upcoming) {
        boolean room = reserve(upcoming + 1);
        if (room && size > 0 && bytes[size - 1] != ':' && !justOpened()) {
            bytes[size++] = ',';
        }
        return room;
    }

    private void append(char c, int next, int previous) {
        if (c < 0x80) {
            if (c >= 0x20 && c != '"' && c != '\\') {
                bytes[size++] = (byte) c;
            } else {
                escape(c);
            }
        } else if (c < 0x800) {
            bytes[size++] = (byte) (0xc0 | c >> 6);
            continuation(c);
        } else if (!Character.isSurrogate(c)) {
            bytes[size++] = (byte) (0xe0 | c >> 12);
            continuation(c >> 6);
            continuation(c);
        } else {
            surrogate(c, (char) next, (char) previous);
        }
    }

    /** A pair becomes one code point when its high half comes by; a half alone has no UTF-8 and stays an escape. */
    private void surrogate(char c, char next, char previous) {
        if (Character.isHighSurrogate(c) && Character.isLowSurrogate(next)) {
            int point = Character.toCodePoint(c, next);
            bytes[size++] = (byte) (0xf0 | point >> 18);
            continuation(point >> 12);
            continuation(point >> 6);
            continuation(point);
        } else if (!Character.isLowSurrogate(c) || !Character.isHighSurrogate(previous)) {
            unicode(c);
        }
    }

    private void continuation(int bits) {
        bytes[size++] = (byte) (0x80 | (bits & 0x3f));
    }

    private void escape(char c) {
        int letter = switch (c) {
            case '"', '\\' -> c;
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            default -> 0;
        };
        if (letter == 0) {
            unicode(c);
        } else {
            bytes[size++] = '\\';
            bytes[size++] = (byte) letter;
        }
    }

    private void unicode(char c) {
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        bytes[size++] = HEX[c >> 12];
        bytes[size++] = HEX[c >> 8 & 0xf];
        bytes[size++] = HEX[c >> 4 & 0xf];
        bytes[size++] = HEX[c & 0xf];
    }

    /** Makes room, if there may be so much; once something was dropped, all that follows is. */
    private boolean reserve(int more) {
        full = full || more > MOST - size;
        if (!full && bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + bytes.length / 2, size + more));
        }
        return !full;
    }
}
