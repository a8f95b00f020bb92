package dev.nearcache.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Wake-ups to call after a publication. Joined and left on any thread, called on the writer's. */
final class Listeners {
    private final Executor owner;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

    /** @param owner what fails is thrown again in a task of its own there */
    Listeners(Executor owner) {
        this.owner = owner;
    }

    /** One registration; equal to itself alone, so one wake-up may be registered twice. */
    private final class Listener implements Registration {
        private final Runnable wakeUp;

        Listener(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }

        @Override
        public void cancel() {
            listeners.remove(this);
        }
    }

    Registration add(Runnable wakeUp) {
        Listener listener = new Listener(wakeUp);
        listeners.add(listener);
        return listener;
    }

    /** Calls them all: one that fails must cost neither the others their turn nor the writer its own. */
    void wake() {
        for (Listener listener : listeners) {
            try {
                listener.wakeUp.run();
            } catch (RuntimeException broken) {
                owner.execute(() -> {
                    throw broken;
                });
            }
        }
    }
}
