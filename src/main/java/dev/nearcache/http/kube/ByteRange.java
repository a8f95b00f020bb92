package dev.nearcache.http.kube;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a body.
 *
 * @param start the first byte
 * @param end the byte after the last
 */
record ByteRange(int start, int end) {
    private static final String UNIT = "bytes=";

    /** More digits than any length has would be no number of ours. */
    private static final Pattern RANGE = Pattern.compile("([0-9]{0,18})\\s*-\\s*([0-9]{0,18})");

    /** A range that cannot be given, with the message of Go's file server. */
    static final class Unsatisfiable extends Exception {
        private static final long serialVersionUID = 1;

        private final Fault fault;

        private enum Fault {
            UNREADABLE,
            BEYOND
        }

        private Unsatisfiable(Fault fault) {
            super(fault == Fault.BEYOND ? "invalid range: failed to overlap" : "invalid range", null, false, false);
            this.fault = fault;
        }

        /** Whether the body has no such part, rather than that there is no such range. */
        boolean isBeyond() {
            return fault == Fault.BEYOND;
        }
    }

    /**
     * The part that a Range header asks for; empty if that is the whole, as for several ranges at once.
     *
     * @param size of the whole
     */
    static Optional<ByteRange> of(@Nullable String header, int size) throws Unsatisfiable {
        if (header == null || header.contains(",")) {
            return Optional.empty();
        }
        Matcher range = RANGE.matcher(
                header.startsWith(UNIT) ? header.substring(UNIT.length()).strip() : "");
        if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
            throw new Unsatisfiable(Unsatisfiable.Fault.UNREADABLE);
        }
        long last = range.group(2).isEmpty() ? Long.MAX_VALUE - 1 : Long.parseLong(range.group(2));
        long start = range.group(1).isEmpty() ? Math.max(0, size - last) : Long.parseLong(range.group(1));
        long end = range.group(1).isEmpty() ? size : Math.min(size, last + 1);
        if (start >= size) {
            throw new Unsatisfiable(Unsatisfiable.Fault.BEYOND);
        }
        if (start >= end) {
            throw new Unsatisfiable(Unsatisfiable.Fault.UNREADABLE);
        }
        return Optional.of(new ByteRange((int) start, (int) end));
    }

    /** The value of a Content-Range header. */
    String of(int size) {
        return "bytes " + start + "-" + (end - 1) + "/" + size;
    }
}
