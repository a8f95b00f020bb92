package dev.nearcache.reflector;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.WatchEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers the objects of a streaming list until the bookmark that marks their end (reflector.md 1.9, steps 3 to 6).
 * Confined to one thread.
 */
final class StreamedList implements WatchEvent.Cases {
    private final Map<ObjectKey, KubeObject> objects = new LinkedHashMap<>();
    private final WatchTally tally;
    private final Outcome outcome;
    private long grown;

    /** What may become of it. */
    interface Outcome {
        /** The end mark came: these objects exist at this version. */
        void complete(List<KubeObject> objects, ResourceVersion version);

        void failed(ApiStatus status);

        void skipped(String description);
    }

    StreamedList(WatchTally tally, Outcome outcome) {
        this.tally = tally;
        this.outcome = outcome;
    }

    /**
     * How many objects were new in it so far: whether this grows tells a long list from one that has no end. What is told
     * again is no growth.
     */
    long grown() {
        return grown;
    }

    @Override
    public void added(KubeObject object) {
        tally.added();
        if (objects.put(object.key(), object) == null) {
            grown++;
        }
    }

    @Override
    public void modified(KubeObject object) {
        tally.changed();
        objects.put(object.key(), object);
    }

    @Override
    public void deleted(KubeObject object) {
        tally.changed();
        objects.computeIfPresent(object.key(), (key, there) -> there.sameObjectAs(object) ? null : there);
    }

    @Override
    public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
        tally.changed();
        if (initialEventsEnd) {
            outcome.complete(List.copyOf(objects.values()), version);
        }
    }

    @Override
    public void failed(ApiStatus status) {
        outcome.failed(status);
    }

    @Override
    public void unknown(String description, ResourceVersion version) {
        tally.added();
        outcome.skipped(description);
    }

    @Override
    public void foreign(String description) {
        outcome.skipped(description);
    }
}
