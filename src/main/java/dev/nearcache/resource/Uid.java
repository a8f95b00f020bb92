package dev.nearcache.resource;

import java.util.UUID;

/** An object's uid: sixteen bytes if it is a UUID as the API server writes it, else its text, empty if it has none. */
sealed interface Uid {
    /** The uid that a text is. */
    static Uid of(String text) {
        if (text.length() != 36) {
            return new Text(text);
        }
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equals(text)
                    ? new Bits(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())
                    : new Text(text);
        } catch (IllegalArgumentException other) {
            return new Text(text);
        }
    }

    /** A UUID. */
    record Bits(long high, long low) implements Uid {
        @Override
        public String toString() {
            return new UUID(high, low).toString();
        }
    }

    /** Whatever else an API server takes for one. */
    record Text(String text) implements Uid {
        @Override
        public boolean isNone() {
            return text.isEmpty();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Whether it says nothing. */
    default boolean isNone() {
        return false;
    }
}
