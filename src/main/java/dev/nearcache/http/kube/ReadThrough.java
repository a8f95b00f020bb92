package dev.nearcache.http.kube;

/**
 * What is read from the API server itself, rather than from the cache.
 *
 * @param types whether types that are not cached are
 * @param consistency of reads that name no version, unless a request says otherwise
 * @param secrets whether the values of Secrets may be shown
 */
public record ReadThrough(Types types, Consistency consistency, Secrets secrets) {
    /** Nothing, unless a request asks for it. */
    public static final ReadThrough NONE = new ReadThrough(Types.CACHED, Consistency.CACHE, Secrets.HIDDEN);

    /** Which types can be read. */
    public enum Types {
        /** Those that are cached. */
        CACHED,
        /** All that the API server has. */
        ALL
    }

    /** Where a read without a version is answered. */
    public enum Consistency {
        /** By the cache, which may lag behind. */
        CACHE,
        /** By the API server, which knows every write before. */
        UPSTREAM
    }

    /** Whether a client may see what the API server says of Secrets. */
    public enum Secrets {
        HIDDEN,
        SHOWN
    }
}
