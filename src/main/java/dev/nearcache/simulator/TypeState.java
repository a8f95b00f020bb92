package dev.nearcache.simulator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One type's objects, what happened to them, and who watches. Confined to the simulator's context. */
final class TypeState {
    private static final int KEPT_SNAPSHOTS = 4;

    private SimType type;
    private final NavigableMap<String, SimObject> objects = new TreeMap<>();
    private final Picker picker = new Picker();
    private final History history;
    private final Ring log;
    private final Set<WatchSession> watches = new LinkedHashSet<>();
    private final Map<Long, Snapshot> snapshots = new LinkedHashMap<>();

    TypeState(SimType type, SimulatorSettings settings) {
        this.type = type;
        this.history = new History(settings.history());
        this.log = new Ring(settings.log());
    }

    SimType type() {
        return type;
    }

    History history() {
        return history;
    }

    Ring log() {
        return log;
    }

    Set<WatchSession> watches() {
        return watches;
    }

    @Nullable
    SimObject get(String key) {
        return objects.get(key);
    }

    SimObject require(String namespace, String name) {
        SimObject object = objects.get(SimObject.key(namespace, name));
        if (object == null) {
            throw new ApiFailure(StatusBody.notFound(type, name));
        }
        return object;
    }

    Optional<SimObject> pick(RandomGenerator random) {
        return picker.pick(random).map(objects::get);
    }

    Collection<SimObject> objects() {
        return objects.values();
    }

    /** The objects whose keys are above a key. */
    Collection<SimObject> objectsAfter(String key) {
        return objects.tailMap(key, false).values();
    }

    /** Puts an object there as if it had always been. */
    void seed(SimObject object) {
        set(object.key(), object);
        snapshots.clear();
    }

    void apply(Change change) {
        set(change.object().key(), change.after());
        history.add(change);
        log.add(change);
        List.copyOf(watches).forEach(WatchSession::pump);
    }

    /** Forgets the history, so that older versions are gone; open watches go on. */
    void compact(long version) {
        history.compact(version);
        snapshots.clear();
    }

    /** Begins a new history at a version, which may be lower than before. */
    void restart(long version) {
        history.restart(version);
        snapshots.clear();
    }

    /** Takes another definition at a version; objects of another scope are gone. */
    void become(SimType next, long version) {
        if (!next.name().equals(type.name())) {
            throw new IllegalArgumentException("the name must stay " + type.name() + ", not become " + next.name());
        }
        if (next.scope() != type.scope()) {
            List.copyOf(objects.keySet()).forEach(key -> set(key, null));
        }
        type = next;
        objects.replaceAll((key, object) -> object.as(next));
        compact(version);
    }

    /**
     * All objects as they were at a version, or at the history's floor if that is later: what was before can no longer be
     * told, and must not go by an older version's name.
     */
    Snapshot snapshot(long asked) {
        long version = Math.max(asked, history.floor());
        Snapshot known = snapshots.get(version);
        if (known != null) {
            return known;
        }
        Snapshot made = new Snapshot(version, new ArrayList<>(objectsAt(version)));
        if (snapshots.size() == KEPT_SNAPSHOTS) {
            snapshots.remove(snapshots.keySet().iterator().next());
        }
        snapshots.put(version, made);
        return made;
    }

    private Collection<SimObject> objectsAt(long version) {
        Ring changes = history.changes();
        long from = changes.after(version);
        if (from == changes.end()) {
            return objects.values();
        }
        NavigableMap<String, SimObject> past = new TreeMap<>(objects);
        for (long position = changes.end() - 1; position >= from; position--) {
            Change undone = changes.get(position);
            put(past, undone.object().key(), undone.previous());
        }
        return past.values();
    }

    private void set(String key, @Nullable SimObject object) {
        put(objects, key, object);
        if (object == null) {
            picker.remove(key);
        } else {
            picker.add(key);
        }
    }

    private static void put(Map<String, SimObject> map, String key, @Nullable SimObject object) {
        if (object == null) {
            map.remove(key);
        } else {
            map.put(key, object);
        }
    }
}
