package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;

/**
 * A change as one subscriber sees it. As a key it names the text that all subscribers who see the same share.
 *
 * @param kind what happened to the subscriber's selection
 * @param object the object to show; of a deletion, as it was before
 * @param version the version that the object is shown with
 * @param resumeAt the version to resume from after this change; {@link ResourceVersion#NONE} if this is no safe place
 * @param finality whether a deletion was seen or inferred
 */
public record Change(
        Kind kind, KubeObject object, ResourceVersion version, ResourceVersion resumeAt, Finality finality) {
    /** What happened to the selection. */
    public enum Kind {
        ADDED,
        MODIFIED,
        DELETED,
        /** Nothing happened: a periodic resync shows the object again. */
        REPEATED
    }

    /** What is known of the object's end. */
    public enum Finality {
        /** The object shown is the last there was, or it lives. */
        KNOWN,
        /** It was found missing: changes before its end may have gone unseen. */
        UNKNOWN
    }

    /** An object of a snapshot. */
    static Change initial(KubeObject object) {
        return new Change(Kind.ADDED, object, object.resourceVersion(), ResourceVersion.NONE, Finality.KNOWN);
    }
}
