package dev.nearcache.query;

import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings the stores' wake-ups to one event loop, once for all its listeners. Confined to that loop.
 *
 * <p>A writer's call costs it one flag and, if the flag was down, one hop: however many changes come before the loop
 * gets round to it, its listeners are called once. Of those with a selection only the ones are called that a change may
 * concern; and where many are, what comes next gathers for a while, so that each gets several changes at a time.
 */
public final class ChangeSignals {
    private final Timers timers;
    private final Map<StoreReader, Fan> fans = new HashMap<>();

    /** Signals for the event loop of these timers. */
    public ChangeSignals(Timers timers) {
        this.timers = timers;
    }

    /** A listener's place. */
    public interface Place {
        /** Gives it up; once or more often. */
        void stop();
    }

    /** Calls the listener on this event loop, soon after each publication of the type's store, until it is stopped. */
    public Place listen(CachedResource resource, Runnable listener) {
        Fan fan = fan(resource);
        Fan.Listener place = fan.join(listener);
        return () -> leave(fan, place);
    }

    /**
     * Calls the listener on this event loop after each publication that may concern a selection, until it is stopped: a
     * change of an object in its namespace or of its name, and whatever is no change of an object.
     */
    public Listening listen(CachedResource resource, Selection selection, Runnable listener) {
        Fan fan = fan(resource);
        Fan.Listener place = fan.join(selection.region(), listener);
        return new Listening() {
            @Override
            public void stop() {
                leave(fan, place);
            }

            @Override
            public long quietTo(long position) {
                return fan.quietTo(place, position);
            }

            @Override
            public Optional<Reading> shared(long position, Selection same, Supplier<Optional<Reading>> reading) {
                return fan.readings().at(position, same, reading);
            }
        };
    }

    private Fan fan(CachedResource resource) {
        return fans.computeIfAbsent(resource.store(), store -> new Fan(resource, timers));
    }

    private void leave(Fan fan, Fan.Listener place) {
        fan.leave(place);
        if (fan.isEmpty() && fans.remove(fan.store(), fan)) {
            fan.close();
        }
    }
}
