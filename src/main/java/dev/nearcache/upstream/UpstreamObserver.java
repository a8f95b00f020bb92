package dev.nearcache.upstream;

/** Is told of what arrives, on the context of the list or watch: for progress, and for the time of the last contact. */
public interface UpstreamObserver {
    /** Tells nobody. */
    UpstreamObserver NONE = new UpstreamObserver() {
        @Override
        public void bytesReceived(int count) {}

        @Override
        public void itemsDecoded(int count) {}
    };

    /** A chunk of a successful list or watch came; zero when a watch was opened and nothing has come on it so far. */
    void bytesReceived(int count);

    /** Objects of a list, or events of a watch, were completed. */
    void itemsDecoded(int count);
}
