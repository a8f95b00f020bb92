package dev.nearcache.query;

import dev.nearcache.store.Registration;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Brings the stores' wake-ups to one event loop, once for all its subscribers. Confined to that loop.
 *
 * <p>A writer's call costs it one flag and, if the flag was down, one hop: however many changes come before the loop
 * gets round to it, its subscribers are called once. A thousand subscribers are called in slices.
 */
public final class ChangeSignals {
    private static final long SLICE_NANOS = 4_000_000;

    private final Timers timers;
    private final Map<StoreReader, Fan> fans = new HashMap<>();

    /** Signals for the event loop of these timers. */
    public ChangeSignals(Timers timers) {
        this.timers = timers;
    }

    /** Calls the listener on this event loop, soon after each change of the store, until the answer is cancelled. */
    public Registration listen(StoreReader store, Runnable listener) {
        Fan fan = fans.computeIfAbsent(store, Fan::new);
        // Two listeners are two, even if they are equal.
        Runnable own = listener::run;
        fan.listeners.add(own);
        return () -> {
            fan.listeners.remove(own);
            if (fan.listeners.isEmpty() && fans.remove(store, fan)) {
                fan.registration.cancel();
            }
        };
    }

    private final class Fan {
        final Set<Runnable> listeners = new LinkedHashSet<>();
        final Registration registration;
        private final AtomicBoolean raised = new AtomicBoolean();

        Fan(StoreReader store) {
            this.registration = store.onChange(this::raise);
        }

        /** Runs on the writer's thread. */
        private void raise() {
            if (!raised.getAndSet(true)) {
                timers.defer(this::call);
            }
        }

        private void call() {
            raised.set(false);
            slice(new ArrayDeque<>(listeners));
        }

        private void slice(Deque<Runnable> due) {
            long end = timers.nanos() + SLICE_NANOS;
            while (!due.isEmpty()) {
                Runnable listener = due.poll();
                if (listeners.contains(listener)) {
                    listener.run();
                }
                if (timers.nanos() >= end) {
                    timers.defer(() -> slice(due));
                    return;
                }
            }
        }
    }
}
