package dev.nearcache.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map. A change makes a new map, which shares all but one path of nodes with the old one, so every
 * map that was ever read stays as it was, at no cost to the writer. Safe on any thread.
 *
 * <p>A B+ tree with array nodes: an entry costs little more than its two references. All operations but iteration take
 * O(log n) comparisons; {@link #rank} too, since branches know their sizes. Rejected: a binary or hash-trie tree (an
 * object an entry, and no order), and {@code ConcurrentSkipListMap} (no snapshot).
 */
public final class PersistentSortedMap<K, V> {
    private final Comparator<? super K> order;
    private final Node<K, V> root;

    private PersistentSortedMap(Comparator<? super K> order, Node<K, V> root) {
        this.order = order;
        this.root = root;
    }

    /** The map without entries, in this order of keys. */
    public static <K, V> PersistentSortedMap<K, V> empty(Comparator<? super K> order) {
        return new PersistentSortedMap<>(order, new Leaf<>(new Object[0], new Object[0]));
    }

    /**
     * The map of these entries, built bottom up in O(n).
     *
     * @throws IllegalArgumentException if a key is not above the one before it
     */
    public static <K, V> PersistentSortedMap<K, V> ofSorted(
            Comparator<? super K> order, Collection<? extends Map.Entry<K, V>> entries) {
        Object[] keys = new Object[entries.size()];
        Object[] values = new Object[entries.size()];
        K last = null;
        int at = 0;
        for (Map.Entry<K, V> entry : entries) {
            if (last != null && order.compare(last, entry.getKey()) >= 0) {
                throw new IllegalArgumentException("key " + entry.getKey() + " does not come after " + last);
            }
            last = entry.getKey();
            keys[at] = last;
            values[at++] = entry.getValue();
        }
        Node<K, V> node = new Leaf<>(keys, values);
        while (node.width() > Node.MOST) {
            node = Branch.over(evenly(node));
        }
        return new PersistentSortedMap<>(order, node);
    }

    /** The value under a key, or null. */
    public @Nullable V get(K key) {
        return root.get(key, order);
    }

    /**
     * The value under the key for which a probe answers 0, or null. A probe says on which side of a key it stands, as a
     * comparator does of its first argument. Allocates nothing.
     */
    public @Nullable V find(ToIntFunction<? super K> probe) {
        return root.find(probe);
    }

    /** Whether there is an entry for a key. */
    public boolean containsKey(K key) {
        return get(key) != null;
    }

    /** The number of entries. */
    public int size() {
        return root.size();
    }

    /** Whether there is no entry. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** This map with an entry added, or its value changed. */
    public PersistentSortedMap<K, V> with(K key, V value) {
        Node<K, V> changed = root.with(key, value, order);
        return new PersistentSortedMap<>(
                order, changed.width() <= Node.MOST ? changed : Branch.over(Branch.fitting(changed)));
    }

    /** This map without a key; this very map if the key is not there. */
    public PersistentSortedMap<K, V> without(K key) {
        Node<K, V> left = root.without(key, order);
        return left == root ? this : new PersistentSortedMap<>(order, left.collapsed());
    }

    /** A cursor before the least key. */
    public Cursor<K, V> first() {
        return isEmpty() ? new Cursor<>(order) : from(root.low());
    }

    /** A cursor before the first key that is not below this one. */
    public Cursor<K, V> from(K key) {
        Cursor<K, V> cursor = new Cursor<>(order);
        root.enter(cursor, key);
        return cursor;
    }

    /** How many keys are below this one, which need not be there itself. The size of a range is two of these. */
    public int rank(K key) {
        return root.rank(key, order);
    }

    Node<K, V> root() {
        return root;
    }

    /** The slots of a node that is too wide, as nodes of nearly one width. */
    private static <K, V> List<Node<K, V>> evenly(Node<K, V> node) {
        long width = node.width();
        int parts = (int) ((width + Node.MOST - 1) / Node.MOST);
        List<Node<K, V>> nodes = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            nodes.add(node.slice((int) (width * i / parts), (int) (width * (i + 1) / parts)));
        }
        return nodes;
    }
}
