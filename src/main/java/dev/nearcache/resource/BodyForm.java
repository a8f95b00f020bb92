package dev.nearcache.resource;

import java.util.Arrays;
import java.util.List;

/**
 * The form that bodies are given now. Safe on any thread.
 *
 * @param initial the dictionary for what a trained one does not help with
 * @param dictionary the one for all else
 */
record BodyForm(Dictionary initial, Dictionary dictionary) {
    /** What is smaller gains nothing: an object of Java takes as much beside its bytes. */
    private static final int SMALLEST = 64;

    /** What is larger says so much by itself that a dictionary does not help, and takes long at a higher level. */
    private static final int LARGE = 128 * 1024;

    /** What is larger than etcd lets objects be would hold up an event loop. */
    private static final int LARGEST = 2 << 20;

    /** A text, packed if that saves at least an eighth of it. */
    StoredBody of(byte[] buffer, int offset, int length) {
        if (length >= SMALLEST && length <= LARGEST) {
            Dictionary fit = length > LARGE ? initial : dictionary;
            int most = length - length / 8;
            byte[] packed = fit.pack(buffer, offset, length, most);
            if (packed.length < most) {
                return new PackedBody(packed, length, fit);
            }
        }
        return new PlainBody(Arrays.copyOfRange(buffer, offset, offset + length));
    }

    /** A body in this form. */
    StoredBody of(StoredBody body) {
        int length = body.jsonLength();
        if (isOf(body)) {
            return body;
        }
        StoredBody renewed = of(body.json(), 0, length);
        return renewed.storedLength() == length && body.storedLength() == length ? body : renewed;
    }

    /** Bytes of bodies in this form for each byte of their texts. */
    double ratio(List<byte[]> texts) {
        double bytes = 0;
        double stored = 0;
        for (byte[] text : texts) {
            bytes += text.length;
            stored += of(text, 0, text.length).storedLength();
        }
        return bytes == 0 ? 1 : stored / bytes;
    }

    private boolean isOf(StoredBody body) {
        int length = body.jsonLength();
        return length < SMALLEST
                || length > LARGEST
                || (body instanceof PackedBody packed && packed.isOf(length > LARGE ? initial : dictionary));
    }
}
