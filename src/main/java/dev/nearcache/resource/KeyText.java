package dev.nearcache.resource;

import java.util.function.ToIntFunction;

/** The key that the passing object has, before it is made: so that what is held under it is found at no cost. One thread. */
public final class KeyText implements ToIntFunction<ObjectKey> {
    private final CharText name = new CharText();
    private String namespace = "";

    KeyText() {}

    void clear() {
        namespace = "";
        name.clear();
    }

    void namespace(String pooled) {
        namespace = pooled;
    }

    void name(char[] chars, int offset, int length) {
        name.set(chars, offset, length);
    }

    boolean isNamed() {
        return !name.isEmpty();
    }

    /** The key itself. */
    public ObjectKey key() {
        return new ObjectKey(namespace, name.toString());
    }

    /** How it is ordered to another key. */
    @Override
    public int applyAsInt(ObjectKey other) {
        return ObjectKey.compare(namespace, name, other);
    }
}
