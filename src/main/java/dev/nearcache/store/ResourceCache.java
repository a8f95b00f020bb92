package dev.nearcache.store;

import dev.nearcache.resource.HeldObjects;
import dev.nearcache.resource.KeyText;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.resource.SizeLimits;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One type's cache: takes what its scopes' queues hold, in small turns, and publishes the outcome by one volatile
 * write. The reading side is safe on any thread; the writing side is confined to the owner, and so are the scopes.
 *
 * <p>The order within a turn matters: events enter the log before the state that includes them is published, else a
 * reader of the state could not find its place in the log; listeners are called last, else they would find nothing.
 *
 * <p>A list becomes visible with its last object. While a part of it is applied, the other scopes wait, since what
 * they would publish would show that part.
 */
public final class ResourceCache implements StoreReader {
    /** Small enough for a turn of about a millisecond, large enough that publishing weighs nothing. */
    private static final int DELTAS_A_TURN = 256;

    private enum Turn {
        NONE,
        POSTED
    }

    private final Gate gate;
    private final Executor owner;
    private final InstantSource clock;
    private final EventLog log;
    private final Indexer indexer;
    private final ObjectCodec codec;
    private final Renewal renewal;
    private final Writing writing;
    private final Listeners listeners;

    /** The one whose turn it is comes first. */
    private final Deque<Scope> scopes = new ArrayDeque<>();

    private Turn turn = Turn.NONE;
    private volatile CacheState state;

    /**
     * An empty cache without scopes, not synced.
     *
     * @param indexNames in the order of {@link dev.nearcache.resource.KubeObject#indexed()}
     * @param owner runs tasks one after another on the thread that the scopes' sinks are used on
     */
    public ResourceCache(List<String> indexNames, HistoryLimits limits, Executor owner, InstantSource clock) {
        this(indexNames, limits, SizeLimits.NONE, learned -> ObjectCodec.none(), owner, clock);
    }

    /**
     * The same with a codec of its own, which makes its objects' bodies and may come to make them smaller: then those that
     * are held are stored anew, in time.
     *
     * @param size beyond which nothing can be read; whoever feeds the cache is then to {@link #drop} what it holds
     * @param codecs makes it; what it is given is to be called, on the owner, after each change of its generation
     */
    public ResourceCache(
            List<String> indexNames,
            HistoryLimits limits,
            SizeLimits size,
            Function<Runnable, ObjectCodec> codecs,
            Executor owner,
            InstantSource clock) {
        this.gate = new Gate(size);
        this.owner = owner;
        this.clock = clock;
        this.log = new EventLog(limits);
        this.listeners = new Listeners(owner);
        this.indexer = new Indexer(indexNames);
        this.codec = codecs.apply(this::post);
        this.renewal = new Renewal(codec, indexer);
        this.writing = new Writing(new Journal(log, clock));
        this.state = new CacheState(indexer.contents(), CacheState.Progress.NONE, log.end());
    }

    /**
     * Adds a scope. All are added before any is written to, since the cache is synced when all are.
     *
     * @param namespace empty for all namespaces; then it is the only scope
     * @throws IllegalArgumentException if it overlaps with a scope that is there
     */
    public Scope scope(String namespace) {
        if (scopes.stream()
                .map(Scope::namespace)
                .anyMatch(there -> namespace.isEmpty() || there.isEmpty() || there.equals(namespace))) {
            throw new IllegalArgumentException("namespace \"" + namespace + "\" overlaps with one that is cached");
        }
        Scope scope = new Scope(namespace, writing, this::post);
        scopes.addLast(scope);
        return scope;
    }

    /**
     * What is held, unless it is about to be forgotten: what is listed anew must not be taken for it. Only on the owner's
     * thread.
     */
    public HeldObjects held() {
        return new HeldObjects() {
            @Override
            public @Nullable KubeObject get(ObjectKey key) {
                return isForgetting() ? null : state.objects().get(key);
            }

            @Override
            public @Nullable KubeObject find(KeyText text) {
                return isForgetting() ? null : state.objects().find(text);
            }
        };
    }

    private boolean isForgetting() {
        for (Scope scope : scopes) {
            if (scope.isForgetting()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Lets go of all objects at once, and of their history: they are not said to have been deleted, but whoever follows has
     * lost its place. What the scopes' reflectors tell next must be a list. Nothing can be read until all have been listed
     * again or are {@link #excuse}d. Only on the owner's thread.
     */
    public void drop() {
        gate.close(scopes);
        scopes.forEach(Scope::drop);
        indexer.clear();
        renewal.restart();
        log.restart(log.version());
        writing.publish();
    }

    /** The others are not to wait for this scope's list, which is kept back by something else. Only on the owner's thread. */
    public void excuse(Scope scope) {
        if (gate.excuse(scope)) {
            writing.report();
        }
    }

    /** Makes the bodies of the objects that the sinks are told of. Only on the owner's thread. */
    public ObjectCodec codec() {
        return codec;
    }

    @Override
    public ObjectCodec.Learning learning() {
        return codec.learning();
    }

    @Override
    public CacheState state() {
        return state;
    }

    @Override
    public EventLog log() {
        return log;
    }

    @Override
    public Registration onChange(Runnable wakeUp) {
        return listeners.add(wakeUp);
    }

    private void post() {
        if (turn == Turn.NONE) {
            turn = Turn.POSTED;
            owner.execute(this::takeTurn);
        }
    }

    /** What scopes have waiting comes first; storing bodies anew is for when nothing does. */
    private void takeTurn() {
        turn = Turn.NONE;
        if (isBusy()) {
            drain();
        } else if (renewal.isDue()) {
            renewal.advance();
            state = new CacheState(indexer.contents(), progress(), log.end());
        }
        if (!isBusy()) {
            renewal.review();
        }
        if (isBusy() || renewal.isDue()) {
            post();
        }
    }

    private boolean isBusy() {
        return scopes.stream().anyMatch(scope -> !scope.isIdle());
    }

    /** One scope's next deltas. The scopes take turns, but a list is finished first. */
    private void drain() {
        Scope scope = nextScope();
        scope.drain(DELTAS_A_TURN);
        log.expire(clock.instant());
        if (!scope.isInList()) {
            writing.publish();
            scopes.addLast(scopes.removeFirst());
        }
    }

    private Scope nextScope() {
        for (int i = 0; i < scopes.size() && scopes.getFirst().isIdle(); i++) {
            scopes.addLast(scopes.removeFirst());
        }
        return scopes.getFirst();
    }

    private CacheState.Progress progress() {
        Set<String> synced = scopes.stream()
                .filter(scope -> gate.isOpen() && scope.synced())
                .map(Scope::namespace)
                .collect(Collectors.toSet());
        ResourceVersion reachedByAll = scopes.stream()
                .filter(Scope::synced)
                .map(Scope::reached)
                .min(ResourceVersion::compareTo)
                .orElse(ResourceVersion.NONE);
        return new CacheState.Progress(synced.size() == scopes.size(), synced, log.version(), reachedByAll);
    }

    /** What the scopes may do. */
    private final class Writing implements Scope.Writer {
        private final Journal journal;

        Writing(Journal journal) {
            this.journal = journal;
        }

        @Override
        public Indexer indexer() {
            return indexer;
        }

        @Override
        public Journal journal() {
            return journal;
        }

        @Override
        public boolean started() {
            return scopes.stream().anyMatch(Scope::listed);
        }

        @Override
        public void report() {
            state = state.at(progress());
            listeners.wake();
        }

        @Override
        public void publish() {
            gate.look(indexer.contents(), scopes);
            log.publish();
            state = new CacheState(indexer.contents(), progress(), log.end());
            listeners.wake();
        }

        @Override
        public void listed() {
            renewal.restart();
        }

        @Override
        public void restart() {
            log.restart(scopes.stream()
                    .map(Scope::reached)
                    .max(ResourceVersion::compareTo)
                    .orElse(ResourceVersion.NONE));
        }

        @Override
        public void raise(ResourceVersion version) {
            log.raise(version);
        }
    }
}
