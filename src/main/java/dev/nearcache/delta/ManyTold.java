package dev.nearcache.delta;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Something told of many objects, which enters a few at a time. Confined to the queue's thread. */
final class ManyTold implements Telling {
    private final Iterator<Supplier<Part<?>>> parts;
    private final Runnable end;
    private Part<?> part = new Part<>(List.<Object>of().iterator(), nothing -> {});

    /** So many things, and what is done with each. */
    record Part<T>(Iterator<T> rest, Consumer<? super T> each) {
        void step() {
            each.accept(rest.next());
        }
    }

    /**
     * Something told in parts.
     *
     * @param parts each is asked for when those before it are in
     * @param end what is done last
     */
    ManyTold(List<Supplier<Part<?>>> parts, Runnable end) {
        this.parts = parts.iterator();
        this.end = end;
    }

    @Override
    public boolean enter(int steps) {
        for (int i = 0; i < steps; i++) {
            while (!part.rest().hasNext()) {
                if (!parts.hasNext()) {
                    end.run();
                    return true;
                }
                part = parts.next().get();
            }
            part.step();
        }
        return false;
    }
}
