package dev.nearcache.http;

import dev.nearcache.http.kube.Backlog;
import dev.nearcache.http.kube.Frames;
import dev.nearcache.http.kube.KeptDocuments;
import dev.nearcache.http.kube.OpenStreams;
import dev.nearcache.http.kube.Origin;
import dev.nearcache.http.kube.Probes;
import dev.nearcache.http.kube.ReadThrough;
import dev.nearcache.http.kube.Relays;
import dev.nearcache.query.PinnedSnapshots;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.time.Timers;

/** What the servers of all event loops share: settings, types, pinned pages, frames, open streams. Safe on any thread. */
public final class ApiShared {
    private final ApiSettings settings;
    private final ResourceCatalog catalog;
    private final Origin origin;
    private final ReadThrough through;
    private final Probes probes;
    private final KeptDocuments documents = new KeptDocuments();
    private final Relays relays = new Relays();
    private final Backlog backlog = Backlog.ofHeap();
    private final PinnedSnapshots pinned;
    private final Frames frames;
    private final OpenStreams streams;

    /** For servers that read through to the origin only for documents, or where a request asks for it. */
    public ApiShared(ApiSettings settings, ResourceCatalog catalog, Origin origin, Timers timers) {
        this(settings, catalog, origin, ReadThrough.NONE, Probes.NONE, timers);
    }

    /**
     * For the servers of one sidecar.
     *
     * @param origin where the cached types come from
     * @param through what is read from there
     * @param timers whose clock measures how long pages are pinned and frames are kept
     */
    public ApiShared(
            ApiSettings settings,
            ResourceCatalog catalog,
            Origin origin,
            ReadThrough through,
            Probes probes,
            Timers timers) {
        this.settings = settings;
        this.catalog = catalog;
        this.origin = origin;
        this.through = through;
        this.probes = probes;
        this.pinned = new PinnedSnapshots(timers::nanos);
        this.frames = new Frames(timers::nanos);
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

    Origin origin() {
        return origin;
    }

    ReadThrough through() {
        return through;
    }

    Probes probes() {
        return probes;
    }

    KeptDocuments documents() {
        return documents;
    }

    /** The answers of the API server that are passed on. */
    public Relays relays() {
        return relays;
    }

    /** What clients have not taken yet. */
    public Backlog backlog() {
        return backlog;
    }

    PinnedSnapshots pinned() {
        return pinned;
    }

    Frames frames() {
        return frames;
    }
}
