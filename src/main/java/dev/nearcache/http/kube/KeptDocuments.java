package dev.nearcache.http.kube;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import java.util.function.Supplier;

/** The documents of the API server that are kept, and what was made of them. All can be had again. Safe on any thread. */
public final class KeptDocuments {
    private static final long MOST_BYTES = 24 << 20;
    private static final long MOST_CUT_BYTES = 4 << 20;

    /** What an entry costs beside its texts. */
    private static final int OVERHEAD = 500;

    private final Cache<Document.Key, Document> documents = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Document.Key key, Document document) -> key.length() + document.length() + OVERHEAD)
            .build();

    private final Cache<ShownDiscovery.Key, ShownDiscovery> cuts = Caffeine.newBuilder()
            .maximumWeight(MOST_CUT_BYTES)
            .weigher((ShownDiscovery.Key key, ShownDiscovery cut) -> cut.json().length() + OVERHEAD)
            .build();

    Optional<Document> find(Document.Key key) {
        return Optional.ofNullable(documents.getIfPresent(key));
    }

    /** What is made of a document, made once while it is kept. */
    ShownDiscovery cut(ShownDiscovery.Key key, Supplier<ShownDiscovery> maker) {
        return cuts.get(key, missing -> maker.get());
    }

    void keep(Document.Key key, Document document) {
        documents.put(key, document);
    }
}
