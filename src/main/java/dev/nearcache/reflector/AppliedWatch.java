package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.WatchEvent;

/**
 * Hands each event of a watch to the sink, and says how far that has come (reflector.md 1.11).
 *
 * <p>What is told at the version that was asked for, or before it, is in the sink already: a server that tells it again
 * must not take readers back (field-reports.md OR-01). Either it repeats itself, or its history is another than ours,
 * which {@link Progress#repeated} lets find out.
 */
final class AppliedWatch implements WatchEvent.Cases {
    private final ResourceVersion from;
    private final WatchTally tally;
    private final DeltaSink sink;
    private final Progress progress;
    private Past past = Past.UNTOLD;
    private long news;

    /** Whether anything was told that came before what was asked for. */
    private enum Past {
        UNTOLD,
        TOLD
    }

    /** Who follows it. */
    interface Progress {
        /** Everything up to this version is in the sink. */
        void reflected(ResourceVersion version);

        /** For the first time, something is told that came before what was asked for. */
        void repeated();

        void failed(ApiStatus status);

        void skipped(String description);
    }

    /**
     * A watch of which nothing has come yet.
     *
     * @param from the version that it was asked for, or that of the list which it began with; if none, all is news
     */
    AppliedWatch(ResourceVersion from, WatchTally tally, DeltaSink sink, Progress progress) {
        this.from = from;
        this.tally = tally;
        this.sink = sink;
        this.progress = progress;
    }

    /** How many events were news. */
    long news() {
        return news;
    }

    @Override
    public void added(KubeObject object) {
        boolean trusted = tally.added();
        if (isNews(object.resourceVersion())) {
            sink.add(object);
            if (trusted) {
                progress.reflected(object.resourceVersion());
            }
        }
    }

    @Override
    public void modified(KubeObject object) {
        tally.changed();
        if (isNews(object.resourceVersion())) {
            sink.update(object);
            progress.reflected(object.resourceVersion());
        }
    }

    /** Always told on: it is of one uid, which never comes again, and some servers give it the version of what was deleted. */
    @Override
    public void deleted(KubeObject object) {
        tally.changed();
        sink.delete(object);
        if (isNews(object.resourceVersion())) {
            progress.reflected(object.resourceVersion());
        }
    }

    @Override
    public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
        tally.changed();
        if (isNews(version)) {
            sink.bookmark(version);
            progress.reflected(version);
        }
    }

    @Override
    public void failed(ApiStatus status) {
        progress.failed(status);
    }

    /** Nothing to apply, but the watch has come this far. */
    @Override
    public void unknown(String description, ResourceVersion version) {
        progress.skipped(description);
        if (tally.added() && isNews(version)) {
            progress.reflected(version);
        }
    }

    /** Skipped, not counted, and its version not taken. */
    @Override
    public void foreign(String description) {
        progress.skipped(description);
    }

    private boolean isNews(ResourceVersion version) {
        if (from.isNone() || version.isNone() || from.isBefore(version)) {
            news++;
            return true;
        }
        // A quiet watch's bookmark is often that of its beginning.
        if (past == Past.UNTOLD && version.isBefore(from)) {
            past = Past.TOLD;
            progress.repeated();
        }
        return false;
    }
}
