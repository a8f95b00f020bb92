package dev.nearcache.query;

import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.store.CacheEvent;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.Registration;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The listeners of one event loop to one type's store. It reads the log once for all of them, and wakes those in whose
 * region of keys something happened. Confined to its event loop, but for {@link #raise}.
 */
final class Fan {
    private static final long SLICE_NANOS = 4_000_000;

    /** Where more than this happened, as when a type was listed anew, all are woken: that costs less than to look. */
    private static final int MOST_EVENTS = 2_000;

    /** Of all keys. */
    private static final ObjectKey EVERYWHERE = ObjectKey.cluster("");

    private final CachedResource resource;
    private final StoreReader store;
    private final Timers timers;
    private final Gathering gathering;
    private final Registration registration;
    private final Readings readings = new Readings();
    private final Set<Listener> prompt = new LinkedHashSet<>();
    private final Map<ObjectKey, Set<Listener>> regions = new LinkedHashMap<>();
    private final AtomicBoolean raised = new AtomicBoolean();
    private final AtomicBoolean general = new AtomicBoolean();

    /** The log's end at the last publication; the writer's own. */
    private long published;

    /** What lies before it has been told to all whom it concerns. */
    private long position;

    private Standing standing;

    /** One who listens; equal to itself alone, since a listener may be there twice. */
    static final class Listener {
        private final ObjectKey region;
        private final Runnable wake;

        /** The position behind the last event that may concern it. */
        private long concerned;

        private Listener(ObjectKey region, Runnable wake, long concerned) {
            this.region = region;
            this.wake = wake;
            this.concerned = concerned;
        }
    }

    /** What concerns everybody when it changes. */
    private record Standing(CacheState.Readiness readiness, Optional<ResourceType> type) {
        static Standing of(CachedResource resource) {
            return new Standing(resource.store().state().readiness(), resource.type());
        }
    }

    Fan(CachedResource resource, Timers timers) {
        this.resource = resource;
        this.store = resource.store();
        this.timers = timers;
        this.gathering = new Gathering(timers, this::pass);
        this.position = store.log().end();
        this.published = position;
        this.standing = Standing.of(resource);
        this.registration = store.onChange(this::raise);
    }

    StoreReader store() {
        return store;
    }

    Readings readings() {
        return readings;
    }

    /** One who is woken by each publication, at once. */
    Listener join(Runnable wake) {
        Listener listener = new Listener(EVERYWHERE, wake, position);
        prompt.add(listener);
        return listener;
    }

    /** One who is woken by what may concern a region of keys, as {@link Selection#region} has them. */
    Listener join(ObjectKey region, Runnable wake) {
        Listener listener = new Listener(region, wake, position);
        regions.computeIfAbsent(region, empty -> new LinkedHashSet<>()).add(listener);
        return listener;
    }

    void leave(Listener listener) {
        prompt.remove(listener);
        regions.computeIfPresent(listener.region, (region, there) -> {
            there.remove(listener);
            return there.isEmpty() ? null : there;
        });
    }

    boolean isEmpty() {
        return prompt.isEmpty() && regions.isEmpty();
    }

    void close() {
        registration.cancel();
    }

    /** See {@link Listening#quietTo}. */
    long quietTo(Listener listener, long from) {
        return from < listener.concerned ? from : Math.max(from, position);
    }

    /** Runs on the writer's thread. A publication without events is about something else, and so for everybody. */
    private void raise() {
        long end = store.log().end();
        if (end == published) {
            general.set(true);
        }
        published = end;
        if (!raised.getAndSet(true)) {
            timers.defer(this::look);
        }
    }

    /** Who waits for a version, to answer a question, is not kept waiting by what watchers cost. */
    private void look() {
        raised.set(false);
        slice(new ArrayDeque<>(prompt));
        gathering.came();
    }

    /** Tells of everything that has come. */
    private int pass() {
        readings.clear();
        Deque<Listener> due = new ArrayDeque<>(concerned());
        int woken = due.size();
        slice(due);
        return woken;
    }

    private Set<Listener> concerned() {
        // Taken first: what is published meanwhile is told of once too often, rather than once too seldom.
        boolean forAll = general.getAndSet(false);
        Standing now = Standing.of(resource);
        long end = store.log().end();
        boolean like = now.equals(standing);
        standing = now;
        Set<Listener> woken = end - position > MOST_EVENTS ? lost(end) : touched(end);
        position = end;
        return forAll || !like ? all() : woken;
    }

    private Set<Listener> touched(long end) {
        if (position == end) {
            return Set.of();
        }
        return store.log()
                .read(position, (int) (end - position))
                .match(read -> touchedBy(read.events()), overrun -> lost(end));
    }

    private Set<Listener> touchedBy(List<CacheEvent> events) {
        Set<Listener> touched = new LinkedHashSet<>();
        for (CacheEvent event : events) {
            ObjectKey key = event.object().key();
            touch(EVERYWHERE, event, touched);
            touch(new ObjectKey(key.namespace(), ""), event, touched);
            touch(new ObjectKey("", key.name()), event, touched);
            touch(key, event, touched);
        }
        return touched;
    }

    private void touch(ObjectKey region, CacheEvent event, Set<Listener> touched) {
        for (Listener listener : regions.getOrDefault(region, Set.of())) {
            listener.concerned = event.position() + 1;
            touched.add(listener);
        }
    }

    /** What happened is not known any more, or is too much to look at: it may concern everybody. */
    private Set<Listener> lost(long end) {
        Set<Listener> all = all();
        all.forEach(listener -> listener.concerned = end);
        return all;
    }

    private Set<Listener> all() {
        Set<Listener> all = new LinkedHashSet<>();
        regions.values().forEach(all::addAll);
        return all;
    }

    private void slice(Deque<Listener> due) {
        long end = timers.nanos() + SLICE_NANOS;
        while (!due.isEmpty()) {
            Listener next = due.remove();
            if (isThere(next)) {
                call(next.wake);
            }
            if (timers.nanos() >= end) {
                timers.defer(() -> slice(due));
                return;
            }
        }
    }

    private boolean isThere(Listener listener) {
        return prompt.contains(listener)
                || regions.getOrDefault(listener.region, Set.of()).contains(listener);
    }

    /** One listener's failure must not cost the others their turn: it is thrown again in a task of its own. */
    private void call(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException broken) {
            timers.defer(() -> {
                throw broken;
            });
        }
    }
}
