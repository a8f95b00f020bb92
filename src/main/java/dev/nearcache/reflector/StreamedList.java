package dev.nearcache.reflector;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.WatchEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the objects of a streaming list until the bookmark that marks their end (reflector.md 1.9, steps 3 to 6).
 * Confined to one thread.
 */
final class StreamedList implements WatchEvent.Cases {
    private final Map<ObjectKey, KubeObject> objects = new LinkedHashMap<>();
    private final WatchTally tally;
    private final Allowance allowance;
    private final Outcome outcome;
    private long grown;

    /** What may become of it. */
    interface Outcome {
        /** The end mark came: these objects exist at this version. */
        void complete(List<KubeObject> objects, ResourceVersion version);

        void failed(ApiStatus status);

        /** There is more of it than may be kept. */
        void refused(UpstreamException why);

        void skipped(String description);
    }

    StreamedList(WatchTally tally, Allowance allowance, Outcome outcome) {
        this.tally = tally;
        this.allowance = allowance;
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
        if (keep(object) == null) {
            grown++;
        }
    }

    @Override
    public void modified(KubeObject object) {
        tally.changed();
        keep(object);
    }

    private @Nullable KubeObject keep(KubeObject object) {
        KubeObject before = objects.put(object.key(), object);
        if (before != null) {
            allowance.giveBack(before);
        }
        allowance.take(object).ifPresent(outcome::refused);
        return before;
    }

    @Override
    public void deleted(KubeObject object) {
        tally.changed();
        KubeObject there = objects.get(object.key());
        if (there != null && there.sameObjectAs(object)) {
            objects.remove(object.key());
            allowance.giveBack(there);
        }
    }

    @Override
    public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
        tally.changed();
        if (initialEventsEnd) {
            outcome.complete(List.copyOf(objects.values()), version);
            allowance.close();
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
