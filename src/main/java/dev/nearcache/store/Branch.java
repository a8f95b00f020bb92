package dev.nearcache.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Children in key order, each with its least key beside it, so that a search touches one child a level. */
final class Branch<K, V> implements Node<K, V> {
    private final List<Node<K, V>> children;
    private final Object[] lows;
    private final int size;

    Branch(List<Node<K, V>> children) {
        this.children = List.copyOf(children);
        this.lows = new Object[children.size()];
        int entries = 0;
        for (int i = 0; i < lows.length; i++) {
            Node<K, V> child = children.get(i);
            lows[i] = child.low();
            entries += child.size();
        }
        this.size = entries;
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

    Node<K, V> child(int slot) {
        return children.get(slot);
    }

    @Override
    public @Nullable V get(K key, Comparator<? super K> order) {
        return child(search(key, order)).get(key, order);
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
        return spliced(slot, slot + 1, child(slot).with(key, value, order));
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
            return spliced(slot, slot + 1, left);
        }
        return slot > 0
                ? spliced(slot - 1, slot + 1, child(slot - 1).join(left))
                : spliced(slot, slot + 2, left.join(child(slot + 1)));
    }

    @Override
    public Node<K, V> slice(int from, int to) {
        return new Branch<>(children.subList(from, to));
    }

    @Override
    public Node<K, V> join(Node<K, V> right) {
        List<Node<K, V>> both = new ArrayList<>(children);
        both.addAll(((Branch<K, V>) right).children);
        return new Branch<>(both);
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

    /** With the children of a range replaced by one node, or by its halves. */
    private Node<K, V> spliced(int from, int to, Node<K, V> node) {
        List<Node<K, V>> changed = new ArrayList<>(children.size() + 1);
        changed.addAll(children.subList(0, from));
        changed.addAll(fitting(node));
        changed.addAll(children.subList(to, children.size()));
        return new Branch<>(changed);
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
