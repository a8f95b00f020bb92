package dev.nearcache.http.kube;

import dev.nearcache.resource.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * A document of discovery as it is shown.
 *
 * @param json compact; not changed by anyone
 * @param tag its entity tag
 * @param subject what it names
 * @param names how many of them
 */
record ShownDiscovery(Buffer json, String tag, Subject subject, int names) {
    /**
     * What it was made of.
     *
     * @param document the API server's document
     * @param readNanos which edition of it
     * @param shown what is to be shown
     */
    record Key(Document.Key document, long readNanos, Shown shown) {}

    /** As kube-apiserver tags the aggregated one: in capitals, by SHA-512. */
    static ShownDiscovery of(byte[] json, Subject subject, int names) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512").digest(json);
            return new ShownDiscovery(
                    Buffer.buffer(json), '"' + HexFormat.of().withUpperCase().formatHex(hash) + '"', subject, names);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-512", missing);
        }
    }

    /** Whether it names all that is cached and that a document at its path is about. */
    boolean isComplete(Shown shown, DiscoveryPath path) {
        long expected = shown.cached().stream()
                .filter(type -> path.covers(type.group(), type.version()))
                .map(subject::of)
                .distinct()
                .count();
        return names >= expected;
    }

    /** What a document names. */
    enum Subject {
        TYPES,
        VERSIONS;

        private Object of(ResourceType type) {
            return switch (this) {
                case TYPES -> type;
                case VERSIONS -> type.apiVersion();
            };
        }
    }

    /**
     * Which types are shown.
     *
     * @param scope whether all are
     * @param cached those that are cached now
     */
    record Shown(ReadThrough.Types scope, Set<ResourceType> cached) {
        Shown {
            cached = Set.copyOf(cached);
        }

        boolean all() {
            return scope == ReadThrough.Types.ALL;
        }

        boolean group(String group) {
            return all() || cachesGroup(group);
        }

        boolean cachesGroup(String group) {
            return cached.stream().anyMatch(type -> type.group().equals(group));
        }

        boolean version(String group, String version) {
            return all() || cached.stream().anyMatch(type -> isIn(type, group, version));
        }

        boolean type(String group, String version, String plural) {
            return all()
                    || cached.stream()
                            .anyMatch(type ->
                                    isIn(type, group, version) && type.plural().equals(plural));
        }

        private static boolean isIn(ResourceType type, String group, String version) {
            return type.group().equals(group) && type.version().equals(version);
        }
    }
}
