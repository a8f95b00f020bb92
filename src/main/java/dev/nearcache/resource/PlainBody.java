package dev.nearcache.resource;

import java.util.Arrays;

/** A body kept as its text. */
final class PlainBody implements StoredBody {
    private final byte[] json;

    PlainBody(byte[] json) {
        this.json = json;
    }

    @Override
    public byte[] json() {
        return json.clone();
    }

    @Override
    public boolean isText(byte[] text, int length) {
        return Arrays.equals(json, 0, json.length, text, 0, length);
    }

    @Override
    public int jsonLength() {
        return json.length;
    }

    @Override
    public int storedLength() {
        return json.length;
    }
}
