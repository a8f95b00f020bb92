package dev.nearcache.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Entries in key order: two arrays of one length. */
final class Leaf<K, V> implements Node<K, V> {
    private final Object[] keys;
    private final Object[] values;

    Leaf(Object[] keys, Object[] values) {
        this.keys = keys;
        this.values = values;
    }

    @Override
    public int size() {
        return keys.length;
    }

    @Override
    public int width() {
        return keys.length;
    }

    @Override
    public K low() {
        return key(0);
    }

    @SuppressWarnings("unchecked") // only keys are stored there
    K key(int slot) {
        return (K) keys[slot];
    }

    @SuppressWarnings("unchecked") // only values are stored there
    V value(int slot) {
        return (V) values[slot];
    }

    @Override
    public @Nullable V get(K key, Comparator<? super K> order) {
        int slot = search(key, order);
        return slot < 0 ? null : value(slot);
    }

    @Override
    public @Nullable V find(ToIntFunction<? super K> probe) {
        int low = 0;
        int high = keys.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = probe.applyAsInt(key(middle));
            if (compared == 0) {
                return value(middle);
            }
            if (compared > 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    @Override
    public int rank(K key, Comparator<? super K> order) {
        int slot = search(key, order);
        return slot < 0 ? ~slot : slot;
    }

    @Override
    public Node<K, V> with(K key, V value, Comparator<? super K> order) {
        int slot = search(key, order);
        if (slot < 0) {
            return new Leaf<>(inserted(keys, ~slot, key), inserted(values, ~slot, value));
        }
        Object[] changed = values.clone();
        changed[slot] = value;
        return new Leaf<>(keys, changed);
    }

    @Override
    public Node<K, V> without(K key, Comparator<? super K> order) {
        int slot = search(key, order);
        return slot < 0 ? this : new Leaf<>(removed(keys, slot), removed(values, slot));
    }

    @Override
    public Node<K, V> slice(int from, int to) {
        return new Leaf<>(Arrays.copyOfRange(keys, from, to), Arrays.copyOfRange(values, from, to));
    }

    @Override
    public Node<K, V> join(Node<K, V> right) {
        Leaf<K, V> other = (Leaf<K, V>) right;
        return new Leaf<>(joined(keys, other.keys), joined(values, other.values));
    }

    @Override
    public Node<K, V> collapsed() {
        return this;
    }

    @Override
    public void enter(Cursor<K, V> cursor, K key) {
        cursor.land(this, rank(key, cursor.order()));
    }

    /** The key's slot, or the complement of the slot where it would go. */
    private int search(K key, Comparator<? super K> order) {
        int low = 0;
        int high = keys.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = order.compare(key(middle), key);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    private static Object[] inserted(Object[] from, int at, Object added) {
        Object[] to = new Object[from.length + 1];
        System.arraycopy(from, 0, to, 0, at);
        to[at] = added;
        System.arraycopy(from, at, to, at + 1, from.length - at);
        return to;
    }

    private static Object[] removed(Object[] from, int at) {
        Object[] to = new Object[from.length - 1];
        System.arraycopy(from, 0, to, 0, at);
        System.arraycopy(from, at + 1, to, at, to.length - at);
        return to;
    }

    private static Object[] joined(Object[] left, Object[] right) {
        Object[] to = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, to, left.length, right.length);
        return to;
    }
}
