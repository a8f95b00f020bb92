package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Holdings;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;

/**
 * The type that a stream began with, which may go, or become another while the stream is open: then what comes is no
 * sequel to what was sent. Safe on any thread.
 */
public final class StreamedType {
    private final CachedResource resource;
    private final ResourceType type;

    private StreamedType(CachedResource resource, ResourceType type) {
        this.resource = resource;
        this.type = type;
    }

    /** What has become of it. */
    public enum Standing {
        /** It is as it was. */
        SAME,
        /** It is served in another way: another version, kind or scope. */
        ANOTHER,
        /** It is not served any more, and the deletion of its last object is in the log. */
        GONE
    }

    /** The type of a resource as it is now. */
    public static StreamedType of(CachedResource resource) {
        return new StreamedType(resource, Reads.typeOf(resource));
    }

    /** The type as it was when the stream began. */
    public ResourceType type() {
        return type;
    }

    /** What has become of it. To be asked before the log is read: what the log holds then is all of a type that is gone. */
    public Standing standing() {
        return resource.type()
                .map(now -> now.servesLike(type) ? Standing.SAME : Standing.ANOTHER)
                .orElseGet(() -> isHeld(resource) ? Standing.SAME : Standing.GONE);
    }

    /** What to say to a stream whose place in the history is gone. */
    public QueryException lost(ResourceVersion asked, ResourceVersion oldest) {
        return resource.status().state() == ResourceStatus.State.OVER_LIMIT
                ? QueryException.dropped(resource)
                : QueryException.tooOld(asked, oldest);
    }

    private static boolean isHeld(CachedResource resource) {
        Holdings held = Holdings.of(resource);
        return held.synced() || held.objects() > 0;
    }
}
