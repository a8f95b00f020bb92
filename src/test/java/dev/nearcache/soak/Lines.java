package dev.nearcache.soak;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.util.function.Predicate;

/** Cuts a stream of pieces into lines. Confined to one thread. */
final class Lines {
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /** Gives each line that a piece completes, without its end, until one is not to be followed; whether none was. */
    boolean feed(Buffer piece, int length, Predicate<byte[]> line) {
        byte[] bytes = piece.getBytes(0, length);
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                begun.write(bytes, from, i - from);
                from = i + 1;
                byte[] whole = begun.toByteArray();
                begun.reset();
                if (!line.test(whole)) {
                    return false;
                }
            }
        }
        begun.write(bytes, from, bytes.length - from);
        return true;
    }
}
