package dev.nearcache.soak;

/** What is spoken between the sidecar and the API server. */
enum Wire {
    /** HTTP/1.1, a connection a watch. */
    PLAIN,
    /** TLS and HTTP/2, one connection for all. */
    TLS;

    /** An even seed is plain, an odd one is not: so whoever picks a seed picks the wire. */
    static Wire of(long seed) {
        return seed % 2 == 0 ? PLAIN : TLS;
    }
}
