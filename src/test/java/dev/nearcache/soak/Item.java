package dev.nearcache.soak;

/**
 * Something that a client saw, in the order in which it did.
 *
 * @param key of the object; empty for marks
 * @param uid of the object; empty for marks
 * @param version of the object, or what the mark says; 0 if it says none
 */
record Item(What what, String key, String uid, long version) {
    /** What it was. */
    enum What {
        ADDED,
        MODIFIED,
        DELETED,
        /** Everything up to its version has been told. */
        BOOKMARK,
        /** A new snapshot begins: what was known is forgotten. */
        SNAPSHOT,
        /** The snapshot is complete. */
        SYNCED,
        /** A new connection goes on after a version. */
        RESUMED
    }

    static Item mark(What what, long version) {
        return new Item(what, "", "", version);
    }

    @Override
    public String toString() {
        return what + " " + (key.isEmpty() ? "" : key + "@") + version;
    }
}
