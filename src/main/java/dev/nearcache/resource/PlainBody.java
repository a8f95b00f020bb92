package dev.nearcache.resource;

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
    public int jsonLength() {
        return json.length;
    }

    @Override
    public int storedLength() {
        return json.length;
    }
}
