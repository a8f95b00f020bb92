package dev.nearcache.reflector;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;

/**
 * What a reflector remembers between requests: the version that is fully reflected, and how to list (reflector.md 1.3).
 *
 * @param reflected the version that the sink holds in full; {@link ResourceVersion#NONE} before the first list
 * @param standing whether the server still takes that version
 * @param paging whether a list at "any version" came in pages once
 * @param faults how many lists at a version in a row were the server's own failure
 */
record ListPosition(ResourceVersion reflected, Standing standing, Paging paging, int faults) {
    /**
     * After so many such lists the version is dropped: some servers answer so to one that they cannot use at all. Here
     * client-go asks for ever (kubernetes/kubernetes#119616).
     */
    private static final int MOST_FAULTS = 3;

    /** Whether the last request with our version was refused because of it. */
    enum Standing {
        ACCEPTED,
        REFUSED
    }

    /** Whether this server pages even where its watch cache could answer whole. */
    enum Paging {
        UNSEEN,
        SEEN
    }

    /** Before anything was listed. */
    static final ListPosition START = new ListPosition(ResourceVersion.NONE, Standing.ACCEPTED, Paging.UNSEEN, 0);

    /** What any version of the server's cache will do for. */
    static final String ANY_VERSION = "0";

    /** What makes the server read its storage. */
    static final String NEWEST_VERSION = "";

    /** The version to list at: the newest if ours was refused, any if we have none, else not older than ours. */
    String listVersion() {
        if (standing == Standing.REFUSED) {
            return NEWEST_VERSION;
        }
        return reflected.isNone() ? ANY_VERSION : reflected.toString();
    }

    /** The version that a streaming list must not be older than; unlike a plain list's, never {@link #ANY_VERSION}. */
    ResourceVersion streamVersion() {
        return standing == Standing.REFUSED ? ResourceVersion.NONE : reflected;
    }

    /** The page size to ask for: none where the server can answer a list at our version from its cache. */
    long limit(int pageSize) {
        boolean atOurVersion = standing == Standing.ACCEPTED && !reflected.isNone();
        return atOurVersion && paging == Paging.UNSEEN ? 0 : pageSize;
    }

    ListPosition refused() {
        return new ListPosition(reflected, Standing.REFUSED, paging, 0);
    }

    /**
     * After a list that failed without a word about its version.
     *
     * @param asked the version that the failed request carried; a later page carries none, and so tells nothing of one
     */
    ListPosition failed(String asked, UpstreamException failure) {
        if (asked.equals(NEWEST_VERSION) || !isFault(failure)) {
            return new ListPosition(reflected, standing, paging, 0);
        }
        return faults + 1 < MOST_FAULTS ? new ListPosition(reflected, standing, paging, faults + 1) : refused();
    }

    /** A 502 and its like come from something in between, and are not about the version. */
    private static boolean isFault(UpstreamException failure) {
        ApiStatus status = failure.status();
        return failure.reason() == Reason.INTERNAL && status != null && status.code() == 500;
    }

    ListPosition accepted() {
        return new ListPosition(reflected, Standing.ACCEPTED, paging, 0);
    }

    ListPosition paged() {
        return new ListPosition(reflected, standing, Paging.SEEN, faults);
    }

    ListPosition at(ResourceVersion version) {
        return new ListPosition(version, standing, paging, faults);
    }
}
