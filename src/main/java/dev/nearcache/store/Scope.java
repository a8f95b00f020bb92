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
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
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
        IN_LIST,
        /** A later list was applied; some of its differences are not logged yet. */
        LISTED
    }

    private final String namespace;
    private final Writer writer;
    private final Runnable wakeUp;
    private Intake intake;

    /** Sorted as they come, so that no turn has to sort them all. Each list has its own, as a table does not shrink. */
    private Queue<Difference> differences = new PriorityQueue<>();

    private Stage stage = Stage.UNSYNCED;

    /** Where the end of a list leads. */
    private Stage afterList = Stage.WATCHING;

    private ResourceVersion reached = ResourceVersion.NONE;

    Scope(String namespace, Writer writer, Runnable wakeUp) {
        this.namespace = namespace;
        this.writer = writer;
        this.wakeUp = wakeUp;
        this.intake = new Intake(queue());
    }

    /** What a scope needs of its cache. */
    interface Writer {
        Indexer indexer();

        Journal journal();

        /** Whether a scope has had its first list, so that the log has a beginning. */
        boolean started();

        /** Makes the present contents visible. */
        void publish();

        /** Makes visible how far the scopes are, with the contents as they last were. */
        void report();

        /** A whole list was applied. */
        void listed();

        /** A scope has come to a version that does not follow on what was there: the log must start again. */
        void restart();

        /** A scope has come this far. */
        void raise(ResourceVersion version);
    }

    /** The namespace; empty for all. */
    public String namespace() {
        return namespace;
    }

    /** What this scope's reflector writes to, until {@link #forget}. */
    public DeltaSink sink() {
        return intake;
    }

    /**
     * Takes back everything, since the type that it belongs to is gone, or has become another: what waits is dropped, what
     * is held is deleted, and the next list, of a new reflector on a new sink, is a first one. Readers are told at once
     * that it is not synced, so that none takes what is still held for objects of the new type.
     */
    public void forget() {
        intake = new Intake(queue());
        afterList = Stage.UNSYNCED;
        intake.replace(List.of(), reached);
        writer.report();
    }

    /** Lets go of what waits, and of where it was; what its reflector tells next is of a first list. */
    void drop() {
        intake.exchange(queue());
        differences = new PriorityQueue<>();
        stage = Stage.UNSYNCED;
        afterList = Stage.WATCHING;
        reached = ResourceVersion.NONE;
    }

    private DeltaFifo queue() {
        return new DeltaFifo(new Known(), wakeUp);
    }

    /** Whether a first list was applied, and is not about to be forgotten. */
    boolean synced() {
        return listed() && !isForgetting();
    }

    /** Whether a first list was applied. */
    boolean listed() {
        return stage != Stage.UNSYNCED && stage != Stage.IN_FIRST_LIST;
    }

    /** The highest version that was applied here, since the last list that went back. */
    public ResourceVersion reached() {
        return reached;
    }

    /** Whether it is on its way to being empty and unsynced. */
    boolean isForgetting() {
        return afterList == Stage.UNSYNCED;
    }

    boolean isIdle() {
        return intake.queue().isEmpty() && stage != Stage.LISTED;
    }

    /** Whether the published contents are exactly what there was at {@link #reached}; not while a list is being applied. */
    public boolean settled() {
        return stage == Stage.WATCHING;
    }

    /** Whether the contents hold a part of a list, or one that is not logged yet, so that nobody may see them. */
    boolean isInList() {
        return stage != Stage.UNSYNCED && stage != Stage.WATCHING;
    }

    /** Takes the next deltas, up to the end of a list; or, at the end of one, the next of its differences. */
    void drain(int max) {
        if (stage != Stage.LISTED) {
            intake.queue().drain(max, new Applying());
        } else {
            writer.journal().listed(differences, reached, max);
            if (differences.isEmpty()) {
                differences = new PriorityQueue<>();
                endList();
            }
        }
    }

    private void endList() {
        stage = afterList;
        afterList = Stage.WATCHING;
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
                stage = listed() || writer.started() ? Stage.IN_LIST : Stage.IN_FIRST_LIST;
            }
            List<Change> changes = writer.indexer().apply(delta);
            if (stage == Stage.IN_LIST && !changes.isEmpty()) {
                differences.add(new Difference(changes, differences.size()));
            } else if (!isInList()) {
                writer.journal().watched(changes);
                advance(delta.object().resourceVersion());
            }
        }

        /**
         * The first list of all, like one that goes back in time (a restored etcd), is no sequel to what the log holds:
         * it starts the log again. Any other becomes its differences; the first of a late namespace too, so that it
         * does not cut off those who follow the others.
         */
        @Override
        public void replacedAll(ResourceVersion version) {
            boolean follows = (listed() || writer.started()) && !version.isBefore(reached);
            reached = version;
            writer.listed();
            if (follows) {
                stage = Stage.LISTED;
            } else {
                differences = new PriorityQueue<>();
                endList();
                writer.restart();
            }
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
        public Iterator<KubeObject> iterator() {
            return new Covered(writer.indexer().contents().objects().from(ObjectKey.firstIn(namespace)));
        }
    }

    /** The objects from a cursor on, as far as they are of this scope. */
    private final class Covered implements Iterator<KubeObject> {
        private final Cursor<ObjectKey, KubeObject> cursor;
        private Optional<KubeObject> ahead;

        Covered(Cursor<ObjectKey, KubeObject> cursor) {
            this.cursor = cursor;
            this.ahead = advance();
        }

        @Override
        public boolean hasNext() {
            return ahead.isPresent();
        }

        @Override
        public KubeObject next() {
            KubeObject object = ahead.orElseThrow();
            ahead = advance();
            return object;
        }

        private Optional<KubeObject> advance() {
            return cursor.next() && covers(cursor.key()) ? Optional.of(cursor.value()) : Optional.empty();
        }
    }
}
