package dev.nearcache.http.kube;

/** How a response of unknown length came to its end. */
public enum StreamEnd {
    /** By us: all was written, its time was over, its history was lost, or the server stops. */
    COMPLETE,
    /** By its client, which left. */
    CLIENT_GONE,
    /** By us, since its client took nothing for too long. */
    STALLED,
    /** By us, since what was to be written next could not be made. */
    FAILED
}
