package dev.nearcache.query;

import dev.nearcache.store.Registration;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
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

    /** A listener's place. */
    public interface Listening {
        /** Gives it up; once or more often. */
        void stop();
    }

    /** Calls the listener on this event loop, soon after each change of the type's store, until it is stopped. */
    public Listening listen(CachedResource resource, Runnable listener) {
        StoreReader store = resource.store();
        Fan fan = fans.computeIfAbsent(store, Fan::new);
        Object place = new Object();
        fan.listeners.put(place, listener);
        return () -> {
            fan.listeners.remove(place);
            if (fan.listeners.isEmpty() && fans.remove(store, fan)) {
                fan.registration.cancel();
            }
        };
    }

    private final class Fan {
        /** By their place, since a listener may be there twice. */
        final Map<Object, Runnable> listeners = new LinkedHashMap<>();

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
            slice(new ArrayDeque<>(listeners.keySet()));
        }

        /** One subscriber's failure must not cost the others their turn: it is thrown again in a task of its own. */
        private void call(Runnable listener) {
            try {
                listener.run();
            } catch (RuntimeException broken) {
                timers.defer(() -> {
                    throw broken;
                });
            }
        }

        private void slice(Deque<Object> due) {
            long end = timers.nanos() + SLICE_NANOS;
            while (!due.isEmpty()) {
                Runnable listener = listeners.get(due.remove());
                if (listener != null) {
                    call(listener);
                }
                if (timers.nanos() >= end) {
                    timers.defer(() -> slice(due));
                    return;
                }
            }
        }
    }
}
