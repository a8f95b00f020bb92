package dev.nearcache.reflector;

import java.time.Duration;

/**
 * What one watch has brought: decides whether it was too short to be healthy, and which versions may be trusted.
 *
 * <p>Confined to one thread.
 */
final class WatchTally {
    private static final Duration VERY_SHORT = Duration.ofSeconds(1);

    private long startNanos;
    private int events;
    private VersionTrust trust;

    /** Whether the versions of ADDED events say how far the watch has come. */
    private enum VersionTrust {
        /** They may be synthetic and out of order: the watch began at no version (reflector.md 1.11, step 7). */
        NOT_YET,
        YES
    }

    private WatchTally(long startNanos, VersionTrust trust) {
        this.startNanos = startNanos;
        this.trust = trust;
    }

    static WatchTally of(ReflectorState.Opening opening) {
        return new WatchTally(opening.startNanos(), opening.from().isNone() ? VersionTrust.NOT_YET : VersionTrust.YES);
    }

    /** Of a watch that begins with a list: its ADDED events come from the list. */
    static WatchTally since(long startNanos) {
        return new WatchTally(startNanos, VersionTrust.NOT_YET);
    }

    /** Counts an ADDED event, or one of a type we do not know; true if its version may be taken. */
    boolean added() {
        events++;
        return trust == VersionTrust.YES;
    }

    /** Counts any other event of this type: from the first on, versions may be taken. */
    void changed() {
        events++;
        trust = VersionTrust.YES;
    }

    /** The list that came first is complete: what follows is a watch of its own (reflector.md 1.10). */
    void listed(long nowNanos) {
        startNanos = nowNanos;
        events = 0;
        trust = VersionTrust.YES;
    }

    /** How long ago it began: its request, or what followed its list. */
    Duration age(long nowNanos) {
        return Duration.ofNanos(nowNanos - startNanos);
    }

    /** Closed within a second without an event: the server is not well (reflector.md 1.11, step 9). */
    boolean veryShort(long nowNanos) {
        return events == 0 && age(nowNanos).compareTo(VERY_SHORT) < 0;
    }
}
