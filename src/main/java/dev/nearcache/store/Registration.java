package dev.nearcache.store;

/** A listener's place in a list of listeners. */
public interface Registration {
    /** Takes the listener out; from any thread, any number of times. A call under way may still reach it. */
    void cancel();
}
