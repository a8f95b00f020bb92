package dev.nearcache.store;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.CacheChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** A cache whose turns a test takes by hand, and objects written as {@code ns/name@version}, {@code #uid} behind it. */
final class CacheDriver {
    static final HistoryLimits ROOMY = new HistoryLimits(1_000, 1 << 20, Duration.ofHours(1));

    final Deque<Runnable> turns = new ArrayDeque<>();
    final ResourceCache cache;
    private Instant now = Instant.EPOCH;

    CacheDriver(HistoryLimits limits) {
        cache = new ResourceCache(List.of("byLetter"), limits, turns::add, () -> now);
    }

    /** A scope of all namespaces with a first list, at version 100. */
    DeltaSink synced(String... objects) {
        DeltaSink sink = cache.scope("").sink();
        sink.replace(list(objects), version(100));
        run();
        return sink;
    }

    /** Takes all turns that are waiting, and those they ask for. */
    void run() {
        while (!turns.isEmpty()) {
            turns.remove().run();
        }
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    List<String> events() {
        return CacheChecks.events(cache.log()).stream().map(CacheDriver::text).toList();
    }

    List<String> objects() {
        List<String> texts = new ArrayList<>();
        for (Cursor<ObjectKey, KubeObject> all = cache.state().objects().first(); all.next(); ) {
            texts.add(all.value().toString());
        }
        return texts;
    }

    /** {@code DELETED? a/x@4 v7 id 9}: what happened to which object, the version on the wire, the id if it has one. */
    static String text(CacheEvent event) {
        return event.kind()
                + (event.finalStateUnknown() ? "? " : " ") + event.object()
                + " v" + event.version() + (event.resumable() ? " id " + event.reached() : "");
    }

    static List<KubeObject> list(String... texts) {
        return Arrays.stream(texts).map(CacheDriver::object).toList();
    }

    /** Indexed by the letters of its uid. */
    static KubeObject object(String text) {
        String[] parts = text.split("[/@#]", -1);
        String uid = parts.length > 3 ? parts[3] : "u";
        return new KubeObject(
                new ObjectKey(parts[0], parts[1]),
                version(Long.parseLong(parts[2])),
                uid,
                Map.of(),
                List.of(Arrays.asList(uid.split("", -1))),
                ObjectCodec.none().encode(new byte[100], 0, 100));
    }

    /** What is there once all events are undone, a few at a time. */
    static PersistentSortedMap<ObjectKey, KubeObject> undone(PastObjects past) {
        while (!past.undo(3)) {}
        return past.objects();
    }

    static ResourceVersion version(long value) {
        return ResourceVersion.of(value);
    }
}
