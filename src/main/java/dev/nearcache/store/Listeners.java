package dev.nearcache.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Wake-ups to call after a publication. Joined and left on any thread, called on the writer's. */
final class Listeners {
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

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

    void wake() {
        listeners.forEach(listener -> listener.wakeUp.run());
    }
}
