package dev.nearcache.upstream;

import dev.nearcache.resource.ObjectKey;

/** Is told of what arrives, on the context of the list or watch: for progress, and for the time of the last contact. */
public interface UpstreamObserver {
    /** Tells nobody. */
    UpstreamObserver NONE = new UpstreamObserver() {
        @Override
        public void bytesReceived(int count) {}

        @Override
        public void itemsDecoded(int count) {}

        @Override
        public void readable(ObjectKey key) {}

        @Override
        public void unreadable(String description) {}
    };

    /** A chunk of a successful list or watch came; zero when a watch was opened and nothing has come on it so far. */
    void bytesReceived(int count);

    /** Objects of a list, or events of a watch, were completed. */
    void itemsDecoded(int count);

    /** A watch brought this object, in a form that can be kept. */
    void readable(ObjectKey key);

    /**
     * A list or a watch brought an object that cannot be kept; the others are not held back by it.
     *
     * @param description why; begins with the object's key and a colon, if it has a name
     */
    void unreadable(String description);
}
