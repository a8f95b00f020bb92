package dev.nearcache.store;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A place in one {@link PersistentSortedMap}, moving forward. It stands before an entry until {@link #next} is called.
 *
 * <p>The map never changes, so a cursor may be kept for as long as its reader takes. Confined to one thread at a time.
 */
public final class Cursor<K, V> {
    private final Comparator<? super K> order;
    private final Deque<Passed<K, V>> path = new ArrayDeque<>(4);
    private @Nullable Leaf<K, V> leaf;
    private int slot;

    /** A branch on the way down, and the child that was taken. */
    private record Passed<K, V>(Branch<K, V> branch, int child) {}

    Cursor(Comparator<? super K> order) {
        this.order = order;
    }

    /** Moves to the next entry; false, for ever, once there is none. */
    public boolean next() {
        if (leaf != null && ++slot < leaf.width()) {
            return true;
        }
        leaf = null;
        while (!path.isEmpty()) {
            Passed<K, V> passed = path.pop();
            int child = passed.child() + 1;
            if (child < passed.branch().width()) {
                Node<K, V> node = passed.branch().child(child);
                pass(passed.branch(), child);
                node.enter(this, node.low());
                return next();
            }
        }
        return false;
    }

    /**
     * The key of the current entry.
     *
     * @throws IllegalStateException unless the last call of {@link #next} was true
     */
    public K key() {
        return here().key(slot);
    }

    /**
     * The value of the current entry.
     *
     * @throws IllegalStateException unless the last call of {@link #next} was true
     */
    public V value() {
        return here().value(slot);
    }

    Comparator<? super K> order() {
        return order;
    }

    void pass(Branch<K, V> branch, int child) {
        path.push(new Passed<>(branch, child));
    }

    void land(Leaf<K, V> at, int before) {
        leaf = at;
        slot = before - 1;
    }

    private Leaf<K, V> here() {
        Leaf<K, V> at = leaf;
        if (at == null || slot < 0) {
            throw new IllegalStateException("the cursor is at no entry");
        }
        return at;
    }
}
