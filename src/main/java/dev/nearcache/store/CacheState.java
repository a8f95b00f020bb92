package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Set;

/**
 * Everything that is known of one type at one moment. Immutable: a reader that takes it once has a consistent snapshot
 * for as long as it likes.
 */
public final class CacheState {
    private final Contents contents;
    private final Progress progress;
    private final long position;

    CacheState(Contents contents, Progress progress, long position) {
        this.contents = contents;
        this.progress = progress;
        this.position = position;
    }

    /** The same contents, with other news of how far the cache has come. */
    CacheState at(Progress later) {
        return new CacheState(contents, later, position);
    }

    /** Whether every namespace that is watched has had its first list applied: then nothing is missing. */
    public boolean synced() {
        return progress.synced();
    }

    /** Whether objects of this namespace are complete, even if those of another are not yet. */
    public boolean syncedIn(String namespace) {
        return progress.synced() || progress.syncedNamespaces().contains(namespace);
    }

    /** What readers may read of it. */
    public Readiness readiness() {
        return new Readiness(
                progress.synced(), progress.syncedNamespaces(), objects().isEmpty());
    }

    /** The version of the collection: the highest that was applied, by a list, an event or a bookmark. */
    public ResourceVersion resourceVersion() {
        return progress.version();
    }

    /** The version that every watched namespace has reached: "not older than N" waits until this is N or more. */
    public ResourceVersion reachedByAll() {
        return progress.reachedByAll();
    }

    /** The log position: the events before it are in this state, and none from it on. */
    public long position() {
        return position;
    }

    /** All objects, in the order in which they are listed. A namespace is the range from {@link ObjectKey#firstIn}. */
    public PersistentSortedMap<ObjectKey, KubeObject> objects() {
        return contents.objects();
    }

    /** The names of the declared indexes. */
    public List<String> indexNames() {
        return contents.indexNames();
    }

    /**
     * An index: an entry for each value of each object.
     *
     * @throws IllegalArgumentException if there is no index of this name
     */
    public PersistentSortedMap<IndexKey, KubeObject> index(String name) {
        return contents.index(name);
    }

    /** Bytes of the objects' JSON. */
    public long bytes() {
        return contents.bytes();
    }

    /** Bytes that the objects' stored bodies take. */
    public long storedBytes() {
        return contents.storedBytes();
    }

    /**
     * What may be read.
     *
     * @param synced whether all of it
     * @param namespaces those that are complete, if it is watched by namespaces
     * @param empty whether there is no object
     */
    public record Readiness(boolean synced, Set<String> namespaces, boolean empty) {
        public Readiness {
            namespaces = Set.copyOf(namespaces);
        }
    }

    /**
     * How far the cache has come.
     *
     * @param syncedNamespaces the scopes that have had their first list
     */
    record Progress(
            boolean synced, Set<String> syncedNamespaces, ResourceVersion version, ResourceVersion reachedByAll) {
        static final Progress NONE = new Progress(false, Set.of(), ResourceVersion.NONE, ResourceVersion.NONE);

        Progress {
            syncedNamespaces = Set.copyOf(syncedNamespaces);
        }
    }
}
