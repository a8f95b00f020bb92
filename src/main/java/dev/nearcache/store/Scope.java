package dev.nearcache.store;

import dev.nearcache.delta.Delta;
import dev.nearcache.delta.DeltaConsumer;
import dev.nearcache.delta.DeltaFifo;
import dev.nearcache.delta.DeltaSink;
import dev.nearcache.delta.DeltaType;
import dev.nearcache.delta.KnownObjects;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One list-and-watch's part of a cache: all namespaces, or one, with a queue of its own. Confined to the cache's owner.
 */
public final class Scope {
    private enum Stage {
        /** Nothing complete was listed yet. */
        UNSYNCED,
        /** Deltas are those of a watch. */
        WATCHING,
        /** Part of the first list was applied. */
        IN_FIRST_LIST,
        /** Part of a later list was applied. */
        IN_LIST
    }

    private final String namespace;
    private final Writer writer;
    private final DeltaFifo fifo;
    private final List<List<Change>> differences = new ArrayList<>();
    private Stage stage = Stage.UNSYNCED;
    private ResourceVersion reached = ResourceVersion.NONE;

    Scope(String namespace, Writer writer, Runnable wakeUp) {
        this.namespace = namespace;
        this.writer = writer;
        this.fifo = new DeltaFifo(new Known(), wakeUp);
    }

    /** What a scope needs of its cache. */
    interface Writer {
        Indexer indexer();

        Journal journal();

        /** Makes the present contents visible. */
        void publish();

        /** A scope has come to a version that does not follow on what was there: the log must start again. */
        void restart();

        /** A scope has come this far. */
        void raise(ResourceVersion version);
    }

    /** The namespace; empty for all. */
    public String namespace() {
        return namespace;
    }

    /** What this scope's reflector writes to. */
    public DeltaSink sink() {
        return fifo;
    }

    /** Whether a first list was applied. */
    public boolean synced() {
        return stage == Stage.WATCHING || stage == Stage.IN_LIST;
    }

    /** The highest version that was applied here, since the last list that went back. */
    public ResourceVersion reached() {
        return reached;
    }

    boolean isIdle() {
        return fifo.isEmpty();
    }

    /** Whether the contents hold a part of a list, so that nobody may see them. */
    boolean isInList() {
        return stage == Stage.IN_FIRST_LIST || stage == Stage.IN_LIST;
    }

    void drain(int max) {
        fifo.drain(max, new Applying());
    }

    private boolean covers(ObjectKey key) {
        return namespace.isEmpty() || namespace.equals(key.namespace());
    }

    private void advance(ResourceVersion version) {
        reached = reached.max(version);
        writer.raise(version);
    }

    /** Deltas as they come: those of a watch at once, those of a list all together with its mark. */
    private final class Applying implements DeltaConsumer {
        @Override
        public void delta(Delta delta) {
            if (!isInList() && (delta.type() == DeltaType.REPLACED || delta.type() == DeltaType.TOMBSTONE)) {
                writer.publish();
                stage = stage == Stage.UNSYNCED ? Stage.IN_FIRST_LIST : Stage.IN_LIST;
            }
            List<Change> changes = writer.indexer().apply(delta);
            if (stage == Stage.IN_LIST && !changes.isEmpty()) {
                differences.add(changes);
            } else if (!isInList()) {
                writer.journal().watched(changes);
                advance(delta.object().resourceVersion());
            }
        }

        /**
         * A first list, like one that goes back in time (a restored etcd), is no sequel to what the log holds: it starts
         * the log again. Any other becomes its differences.
         */
        @Override
        public void replacedAll(ResourceVersion version) {
            boolean follows = synced() && !version.isBefore(reached);
            stage = Stage.WATCHING;
            reached = version;
            if (follows) {
                writer.journal().listed(differences, version);
            } else {
                writer.restart();
            }
            differences.clear();
        }

        @Override
        public void bookmark(ResourceVersion version) {
            advance(version);
        }
    }

    /** This scope's part of what the writer knows, published or not. */
    private final class Known implements KnownObjects {
        @Override
        public @Nullable KubeObject get(ObjectKey key) {
            return covers(key) ? writer.indexer().contents().get(key) : null;
        }

        @Override
        public void forEach(Consumer<KubeObject> consumer) {
            Cursor<ObjectKey, KubeObject> cursor =
                    writer.indexer().contents().objects().from(ObjectKey.firstIn(namespace));
            while (cursor.next() && covers(cursor.key())) {
                consumer.accept(cursor.value());
            }
        }
    }
}
