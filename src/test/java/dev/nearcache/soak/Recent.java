package dev.nearcache.soak;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last that a client saw. Confined to one thread. */
final class Recent {
    private static final int REMEMBERED = 15;

    private final Deque<String> items = new ArrayDeque<>();

    void add(Item item) {
        items.add(item.toString());
        if (items.size() > REMEMBERED) {
            items.remove();
        }
    }

    @Override
    public String toString() {
        return String.join("\n", items);
    }
}
