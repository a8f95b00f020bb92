package dev.nearcache.upstream;

import dev.nearcache.resource.ObjectKey;

/** Is told of what arrives, on the context of the list or watch: for progress, and for the age of what is held. */
public interface UpstreamObserver {
    /** Tells nobody. */
    UpstreamObserver NONE = new UpstreamObserver() {};

    /**
     * All that the API server had sent on an open watch until this moment, of {@link dev.nearcache.time.Timers#nanos},
     * has been delivered: it was there and the way from it open.
     */
    default void proven(long nanos) {}

    /** Objects of a list, or events of a watch, were completed. */
    default void itemsDecoded(int count) {}

    /** A watch brought this object, in a form that can be kept. */
    default void readable(ObjectKey key) {}

    /**
     * A list or a watch brought an object that cannot be kept; the others are not held back by it.
     *
     * @param description why; begins with the object's key and a colon, if it has a name
     */
    default void unreadable(String description) {}
}
