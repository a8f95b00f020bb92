package dev.nearcache.delta;

import dev.nearcache.delta.ManyTold.Part;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue between a reflector and a store: by key, merging, and able to see what vanished (reflector.md 2.2 to 2.5).
 * Confined to one thread, so {@link #pop} does not wait: a queue that is empty answers empty, and its owner is woken
 * when that changes. There is nothing to close for the same reason: the owner stops taking.
 *
 * <p>Besides popping a key at a time, as client-go does, one may {@link #drain} single deltas in the order of their
 * arrival across keys, which for one watch is the order of versions.
 *
 * <p>A long list enters the queue in steps, the first when it is told, the others as the queue is drained; what is told
 * meanwhile waits behind it. So neither telling nor draining holds the thread for long, whatever the list's length, and
 * what comes out is what would have come out otherwise.
 *
 * <p>Differences from client-go: synced latches after the last initial item was processed, not before (2.3, hazard);
 * the list is always marked as such ({@code emitReplaced}); there is no transform, since the decoder already left out
 * what is not kept (2.5); keys cannot fail; a deletion is of an object, by its uid, not of a key.
 */
public final class DeltaFifo implements DeltaSink {
    /** So many objects of a list enter at a time: below a millisecond. */
    private static final int STEPS = 1024;

    private enum Stage {
        UNPOPULATED,
        INITIAL_LIST,
        SYNCED
    }

    private final KnownObjects known;
    private final Runnable wakeUp;

    /** Each queued key once, in the order of first queueing; a run is never empty. */
    private Map<ObjectKey, DeltaRun> items = new LinkedHashMap<>();

    /** Every queued delta, and the marks between them; also deltas that were popped, until their turn comes. */
    private Deque<Arrival> arrivals = new ArrayDeque<>();

    /** While something waits here, nothing is handed over. */
    private final Entrance entrance;

    private Stage stage = Stage.UNPOPULATED;
    private int initialKeys;
    private long nextArrival;
    /** The arrival number with which the latest list began. */
    private long listStart;
    /** How long the queue was after something long entered: its tables do not shrink by themselves. */
    private int crowd;

    /**
     * A queue in front of a store.
     *
     * @param wakeUp called when the queue has something again, at the end of the call that put it there
     */
    public DeltaFifo(KnownObjects known, Runnable wakeUp) {
        this(known, wakeUp, STEPS);
    }

    /** The same with another number of steps, for tests. */
    DeltaFifo(KnownObjects known, Runnable wakeUp, int steps) {
        this.known = known;
        this.wakeUp = wakeUp;
        this.entrance = new Entrance(steps);
    }

    /** What {@link #pop} does with the deltas of a key. */
    @FunctionalInterface
    public interface PopProcess {
        /** Processes them; {@code initial} if the queue was not synced yet. */
        void process(Deltas deltas, boolean initial);
    }

    @Override
    public void add(KubeObject object) {
        tellAtOnce(() -> {
            populate();
            append(DeltaType.ADDED, object);
        });
    }

    @Override
    public void update(KubeObject object) {
        tellAtOnce(() -> {
            populate();
            append(DeltaType.UPDATED, object);
        });
    }

    /**
     * Queues a deletion, unless neither the queue nor the store has the object. Another uid under its key is another
     * object: a late deletion does not take its successor away. What is left of one that is not queued is its version.
     */
    @Override
    public void delete(KubeObject object) {
        tellAtOnce(() -> {
            populate();
            KubeObject there = newest(object.key());
            if (there != null && there.sameObjectAs(object)) {
                append(DeltaType.DELETED, object);
            } else {
                arrivals.add(new Mark.Bookmark(object.resourceVersion()));
            }
        });
    }

    private @Nullable KubeObject newest(ObjectKey key) {
        DeltaRun run = items.get(key);
        return run == null ? known.get(key) : run.newest().object();
    }

    /**
     * Queues each object, then a tombstone for each key that is queued or known but not listed: with the newest queued
     * object if there is one, since the store's is older. A key listed twice keeps both deltas.
     */
    @Override
    public void replace(List<KubeObject> objects, ResourceVersion version) {
        List<KubeObject> list = List.copyOf(objects);
        tell(new ManyTold(List.of(() -> listed(list), this::queuedBefore, this::knownOnly), () -> endList(version)));
    }

    private Part<KubeObject> listed(List<KubeObject> list) {
        listStart = nextArrival;
        return new Part<>(list.iterator(), object -> append(DeltaType.REPLACED, object));
    }

    private Part<DeltaRun> queuedBefore() {
        return new Part<>(items.values().iterator(), run -> {
            if (run.newest().arrival() < listStart) {
                append(DeltaType.TOMBSTONE, run.newest().object());
            }
        });
    }

    private Part<KubeObject> knownOnly() {
        return new Part<>(known.iterator(), object -> appendUnlessQueued(DeltaType.TOMBSTONE, object));
    }

    private void endList(ResourceVersion version) {
        if (stage == Stage.UNPOPULATED) {
            initialKeys = items.size();
            stage = initialKeys == 0 ? Stage.SYNCED : Stage.INITIAL_LIST;
        }
        arrivals.add(new Mark.ReplacedAll(version));
        noteCrowd();
    }

    /** Queues every known object again, but for keys that are queued: what waits for them is newer (2.3). */
    @Override
    public void resync() {
        tell(new ManyTold(
                List.of(() -> new Part<>(known.iterator(), object -> appendUnlessQueued(DeltaType.SYNC, object))),
                this::noteCrowd));
    }

    @Override
    public void bookmark(ResourceVersion version) {
        tellAtOnce(() -> arrivals.add(new Mark.Bookmark(version)));
    }

    /** Whether nothing is queued, neither a delta nor a mark. */
    public boolean isEmpty() {
        return arrivals.isEmpty() && entrance.isEmpty();
    }

    /** How many keys have deltas queued; of a list that still enters, only those that are in. */
    public int size() {
        return items.size();
    }

    /**
     * Whether the first list has been processed: every key of it popped, or drained up to its mark. True at once if it
     * was empty with nothing known, or if the first thing the queue was told was not a list.
     */
    public boolean hasSynced() {
        return stage == Stage.SYNCED;
    }

    /**
     * Takes the key that was queued first, with all that was said of it. Marks have no key: one that nothing is queued
     * before any more is dropped. If the process throws, the deltas are gone all the same.
     *
     * @return empty if no delta is queued
     */
    public Optional<Deltas> pop(PopProcess process) {
        entrance.letAllIn();
        if (items.isEmpty()) {
            return Optional.empty();
        }
        ObjectKey key = items.keySet().iterator().next();
        Deltas deltas = items.remove(key).toDeltas();
        dropWhile(arrival -> arrival instanceof Mark || !arrival.isWaiting(items));
        letGo();
        try {
            process.process(deltas, stage != Stage.SYNCED);
        } finally {
            if (stage == Stage.INITIAL_LIST && --initialKeys == 0) {
                stage = Stage.SYNCED;
            }
        }
        return Optional.of(deltas);
    }

    /**
     * Hands over deltas and marks in the order of their arrival, up to and with the end of a list: what follows may find
     * a consumer that has to deal with the list first. While a list enters, that is all that is done.
     *
     * @param max the most to hand over
     * @return how many there were
     */
    public int drain(int max, DeltaConsumer consumer) {
        if (!entrance.letIn()) {
            return 0;
        }
        int handed = 0;
        boolean listEnded = false;
        while (handed < max && !arrivals.isEmpty() && !listEnded) {
            Arrival next = arrivals.remove();
            if (next.handOver(items, consumer)) {
                handed++;
            }
            listEnded = next instanceof Mark.ReplacedAll;
        }
        if (listEnded) {
            stage = Stage.SYNCED;
        }
        dropWhile(arrival -> !arrival.isWaiting(items));
        letGo();
        return handed;
    }

    private void tellAtOnce(Runnable telling) {
        tell(most -> {
            telling.run();
            return true;
        });
    }

    private void tell(Telling telling) {
        boolean idle = isEmpty();
        entrance.tell(telling);
        if (idle && !isEmpty()) {
            wakeUp.run();
        }
    }

    private void noteCrowd() {
        crowd = Math.max(crowd, arrivals.size());
    }

    /** Leaves tables behind that something long has stretched. */
    private void letGo() {
        if (arrivals.isEmpty() && crowd > STEPS) {
            arrivals = new ArrayDeque<>();
            items = new LinkedHashMap<>();
            crowd = 0;
        }
    }

    private void dropWhile(Predicate<Arrival> done) {
        while (!arrivals.isEmpty() && done.test(arrivals.element())) {
            arrivals.remove();
        }
    }

    private void populate() {
        if (stage == Stage.UNPOPULATED) {
            stage = Stage.SYNCED;
        }
    }

    private void append(DeltaType type, KubeObject object) {
        QueuedDelta added = new QueuedDelta(new Delta(type, object, nextArrival++));
        DeltaRun run = items.get(object.key());
        if (run == null) {
            items.put(object.key(), new DeltaRun(added));
            arrivals.add(added);
        } else if (run.append(added)) {
            arrivals.add(added);
        }
    }

    private void appendUnlessQueued(DeltaType type, KubeObject object) {
        if (!items.containsKey(object.key())) {
            append(type, object);
        }
    }
}
