package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.WatchEvent;

/** Hands each event of a watch to the sink, and says how far that has come (reflector.md 1.11). */
final class AppliedWatch implements WatchEvent.Cases {
    private final WatchTally tally;
    private final DeltaSink sink;
    private final Progress progress;

    /** Who follows it. */
    interface Progress {
        /** Everything up to this version is in the sink. */
        void reflected(ResourceVersion version);

        void failed(ApiStatus status);

        void skipped(String description);
    }

    AppliedWatch(WatchTally tally, DeltaSink sink, Progress progress) {
        this.tally = tally;
        this.sink = sink;
        this.progress = progress;
    }

    @Override
    public void added(KubeObject object) {
        sink.add(object);
        if (tally.added()) {
            progress.reflected(object.resourceVersion());
        }
    }

    @Override
    public void modified(KubeObject object) {
        tally.changed();
        sink.update(object);
        progress.reflected(object.resourceVersion());
    }

    @Override
    public void deleted(KubeObject object) {
        tally.changed();
        sink.delete(object);
        progress.reflected(object.resourceVersion());
    }

    @Override
    public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
        tally.changed();
        sink.bookmark(version);
        progress.reflected(version);
    }

    @Override
    public void failed(ApiStatus status) {
        progress.failed(status);
    }

    /** Nothing to apply, but the watch has come this far. */
    @Override
    public void unknown(String description, ResourceVersion version) {
        progress.skipped(description);
        if (tally.added()) {
            progress.reflected(version);
        }
    }

    /** Skipped, not counted, and its version not taken. */
    @Override
    public void foreign(String description) {
        progress.skipped(description);
    }
}
