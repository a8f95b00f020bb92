package dev.nearcache.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Children in key order, each with its least key beside it, so that a search touches one child a level. */
final class Branch<K, V> implements Node<K, V> {
    private final Object[] children;
    private final Object[] lows;
    private final int size;

    private Branch(Object[] children, Object[] lows, int size) {
        this.children = children;
        this.lows = lows;
        this.size = size;
    }

    /** The branch over these children, of which there is at least one. */
    static <K, V> Branch<K, V> over(List<Node<K, V>> children) {
        Object[] lows = new Object[children.size()];
        int size = 0;
        for (int i = 0; i < lows.length; i++) {
            lows[i] = children.get(i).low();
            size += children.get(i).size();
        }
        return new Branch<>(children.toArray(), lows, size);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int width() {
        return lows.length;
    }

    @Override
    public K low() {
        return low(0);
    }

    @SuppressWarnings("unchecked") // only nodes are stored there
    Node<K, V> child(int slot) {
        return (Node<K, V>) children[slot];
    }

    @Override
    public @Nullable V get(K key, Comparator<? super K> order) {
        return child(search(key, order)).get(key, order);
    }

    @Override
    public @Nullable V find(ToIntFunction<? super K> probe) {
        int low = 1;
        int high = lows.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (probe.applyAsInt(low(middle)) >= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return child(low - 1).find(probe);
    }

    @Override
    public int rank(K key, Comparator<? super K> order) {
        int slot = search(key, order);
        int before = 0;
        for (int i = 0; i < slot; i++) {
            before += child(i).size();
        }
        return before + child(slot).rank(key, order);
    }

    @Override
    public Node<K, V> with(K key, V value, Comparator<? super K> order) {
        int slot = search(key, order);
        Node<K, V> changed = child(slot).with(key, value, order);
        return changed.width() <= MOST ? replaced(slot, changed) : spliced(slot, slot + 1, changed);
    }

    @Override
    public Node<K, V> without(K key, Comparator<? super K> order) {
        int slot = search(key, order);
        Node<K, V> old = child(slot);
        Node<K, V> left = old.without(key, order);
        if (left == old) {
            return this;
        }
        if (left.width() >= LEAST || width() == 1) {
            return replaced(slot, left);
        }
        return slot > 0
                ? spliced(slot - 1, slot + 1, child(slot - 1).join(left))
                : spliced(slot, slot + 2, left.join(child(slot + 1)));
    }

    @Override
    public Node<K, V> slice(int from, int to) {
        return over(children().subList(from, to));
    }

    @Override
    public Node<K, V> join(Node<K, V> right) {
        List<Node<K, V>> both = children();
        both.addAll(((Branch<K, V>) right).children());
        return over(both);
    }

    @Override
    public Node<K, V> collapsed() {
        return width() == 1 ? child(0).collapsed() : this;
    }

    @Override
    public void enter(Cursor<K, V> cursor, K key) {
        int slot = search(key, cursor.order());
        cursor.pass(this, slot);
        child(slot).enter(cursor, key);
    }

    /** One node as it fits into a parent: itself, or its halves if it is too wide. */
    static <K, V> List<Node<K, V>> fitting(Node<K, V> node) {
        if (node.width() <= MOST) {
            return List.of(node);
        }
        int half = node.width() / 2;
        return List.of(node.slice(0, half), node.slice(half, node.width()));
    }

    /** With one child changed: the usual case, so its cost is two small array copies. */
    private Node<K, V> replaced(int slot, Node<K, V> child) {
        Object[] changed = children.clone();
        changed[slot] = child;
        Object[] changedLows = lows.clone();
        changedLows[slot] = child.low();
        return new Branch<>(changed, changedLows, size - child(slot).size() + child.size());
    }

    /** With the children of a range replaced by one node, or by its halves. */
    private Node<K, V> spliced(int from, int to, Node<K, V> node) {
        List<Node<K, V>> changed = children();
        List<Node<K, V>> range = changed.subList(from, to);
        range.clear();
        range.addAll(fitting(node));
        return over(changed);
    }

    private List<Node<K, V>> children() {
        List<Node<K, V>> nodes = new ArrayList<>(width() + 1);
        for (int i = 0; i < width(); i++) {
            nodes.add(child(i));
        }
        return nodes;
    }

    /** The last child whose least key is not above this one; the first if there is none. */
    private int search(K key, Comparator<? super K> order) {
        int low = 1;
        int high = lows.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (order.compare(low(middle), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low - 1;
    }

    @SuppressWarnings("unchecked") // only keys are stored there
    private K low(int slot) {
        return (K) lows[slot];
    }
}
