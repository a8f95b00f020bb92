package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** From a client, which tells what it saw of one type on its own thread, to its judge, who takes it a look later. */
final class Channel {
    private final String client;
    private final SoakType type;
    private final Selector selector;
    private final Judge judge;
    private final Queue<Item> seen = new ConcurrentLinkedQueue<>();
    private List<Item> held = new ArrayList<>();
    private List<Item> fresh = new ArrayList<>();

    Channel(String client, SoakType type, Selector selector, Judge judge) {
        this.client = client;
        this.type = type;
        this.selector = selector;
        this.judge = judge;
    }

    String client() {
        return client;
    }

    SoakType type() {
        return type;
    }

    Selector selector() {
        return selector;
    }

    Judge judge() {
        return judge;
    }

    /** From the client's thread. */
    void tell(Item item) {
        seen.add(item);
    }

    /** Takes what has come; it is judged at the next look. */
    void drain() {
        for (Item item = seen.poll(); item != null; item = seen.poll()) {
            fresh.add(item);
        }
    }

    /** Judges what was there at the look before; from now on, what was drained since is. */
    void judgeHeld() {
        held.forEach(judge::take);
        held = fresh;
        fresh = new ArrayList<>();
    }
}
