package dev.nearcache.soak;

/** One object at one version, as far as the oracle must know it. */
record State(long version, String uid, Traits traits) {
    /** Whether a client's idea of the object is this. */
    boolean is(long otherVersion, String otherUid) {
        return version == otherVersion && uid.equals(otherUid);
    }
}
