package dev.nearcache.store;

import java.util.Comparator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link PersistentSortedMap}: immutable, all its leaves at one depth. Every node but the root has from
 * {@link #LEAST} to {@link #MOST} slots; {@link #with} may answer with one slot too many and {@link #without} with too
 * few, which the caller, who knows the neighbours, puts right.
 */
sealed interface Node<K, V> permits Leaf, Branch {
    /** Wide enough that headers weigh little beside two references an entry, narrow enough to copy for one change. */
    int MOST = 32;

    /** A quarter, not half, so that a change at the limit does not split and join by turns. */
    int LEAST = MOST / 4;

    /** Entries in and below this node. */
    int size();

    /** Slots of this node itself. */
    int width();

    /** The least key; the node is not empty. */
    K low();

    @Nullable
    V get(K key, Comparator<? super K> order);

    /** The value under the key for which a probe, told where it stands to a key, answers 0. */
    @Nullable
    V find(ToIntFunction<? super K> probe);

    /** How many keys are below this one. */
    int rank(K key, Comparator<? super K> order);

    /** With an entry added or changed. */
    Node<K, V> with(K key, V value, Comparator<? super K> order);

    /** Without a key; this very node if the key is not there. */
    Node<K, V> without(K key, Comparator<? super K> order);

    /** The slots of a range, end exclusive, as a node of their own. */
    Node<K, V> slice(int from, int to);

    /** This node's slots, then those of its right neighbour. */
    Node<K, V> join(Node<K, V> right);

    /** The only child of a branch that has but one, else this node: what a root shrinks to. */
    Node<K, V> collapsed();

    /** Places a cursor before the first key that is not below this one. */
    void enter(Cursor<K, V> cursor, K key);
}
