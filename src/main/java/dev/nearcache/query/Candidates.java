package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.store.Cursor;
import dev.nearcache.store.IndexKey;
import dev.nearcache.store.PersistentSortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The objects of one state that a selection has to look at, in key order. Stands before the first; moves forward. */
final class Candidates {
    private final BooleanSupplier advance;
    private final Supplier<KubeObject> current;

    private Candidates(BooleanSupplier advance, Supplier<KubeObject> current) {
        this.advance = advance;
        this.current = current;
    }

    /** Moves to the next object; false once there is none. */
    boolean next() {
        return advance.getAsBoolean();
    }

    /** The object moved to. */
    KubeObject object() {
        return current.get();
    }

    /** The objects of a namespace, or of all if it is empty, from a key on. */
    static Candidates range(Snapshot snapshot, String namespace, ObjectKey from) {
        Cursor<ObjectKey, KubeObject> cursor = snapshot.objects().from(from);
        BooleanSupplier advance = namespace.isEmpty()
                ? cursor::next
                : () -> cursor.next() && cursor.key().namespace().equals(namespace);
        return new Candidates(advance, cursor::value);
    }

    /** Those of the range that have a value in an index. */
    static Candidates indexed(
            PersistentSortedMap<IndexKey, KubeObject> index, String value, String namespace, ObjectKey from) {
        Cursor<IndexKey, KubeObject> cursor = index.from(new IndexKey(value, from));
        return new Candidates(() -> cursor.next() && isWithin(cursor.key(), value, namespace), cursor::value);
    }

    /** The one object of this key, if it exists and does not come before the start. */
    static Candidates single(Snapshot snapshot, ObjectKey key, ObjectKey from) {
        KubeObject object = key.compareTo(from) < 0 ? null : snapshot.objects().get(key);
        return object == null ? NONE : one(object);
    }

    private static final Candidates NONE = new Candidates(() -> false, () -> {
        throw new IllegalStateException("there is no candidate");
    });

    private static Candidates one(KubeObject object) {
        return new Candidates(
                new BooleanSupplier() {
                    private @Nullable KubeObject ahead = object;

                    @Override
                    public boolean getAsBoolean() {
                        boolean first = ahead != null;
                        ahead = null;
                        return first;
                    }
                },
                () -> object);
    }

    private static boolean isWithin(IndexKey key, String value, String namespace) {
        return key.value().equals(value)
                && (namespace.isEmpty() || key.object().namespace().equals(namespace));
    }
}
