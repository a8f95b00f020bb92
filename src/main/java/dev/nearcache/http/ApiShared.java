package dev.nearcache.http;

import dev.nearcache.http.kube.Frames;
import dev.nearcache.http.kube.OpenStreams;
import dev.nearcache.query.PinnedSnapshots;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.time.Timers;

/** What the servers of all event loops share: settings, types, pinned pages, frames, open streams. Safe on any thread. */
public final class ApiShared {
    private final ApiSettings settings;
    private final ResourceCatalog catalog;
    private final PinnedSnapshots pinned;
    private final Frames frames = new Frames();
    private final OpenStreams streams;

    /** @param timers whose clock measures how long a page is pinned */
    public ApiShared(ApiSettings settings, ResourceCatalog catalog, Timers timers) {
        this.settings = settings;
        this.catalog = catalog;
        this.pinned = new PinnedSnapshots(timers::nanos);
        this.streams = new OpenStreams(settings.maxStreams());
    }

    /** The streams that are open now. */
    public OpenStreams streams() {
        return streams;
    }

    ApiSettings settings() {
        return settings;
    }

    ResourceCatalog catalog() {
        return catalog;
    }

    PinnedSnapshots pinned() {
        return pinned;
    }

    Frames frames() {
        return frames;
    }
}
