package dev.nearcache.reflector;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds out whether the server that is there after a loss still has our history. It may be another, or its storage
 * restored, and take a version that it has not reached for one that is to come: then nothing would ever be told.
 * Confined to one thread.
 */
final class HistoryCheck {
    private final ListerWatcher source;
    private final Consumer<ResourceVersion> onOlder;
    private Contact contact = Contact.KEPT;

    /** Whether the server has been there, as far as we know, since it was last compared. */
    private enum Contact {
        KEPT,
        LOST
    }

    /**
     * A check that is not needed yet.
     *
     * @param onOlder is given the server's newest version when that is before ours
     */
    HistoryCheck(ListerWatcher source, Consumer<ResourceVersion> onOlder) {
        this.source = source;
        this.onOlder = onOlder;
    }

    /** A connection broke, or nobody answered. */
    void lost() {
        contact = Contact.LOST;
    }

    /** A list has shown the server's history. */
    void listed() {
        contact = Contact.KEPT;
    }

    /**
     * A watch was opened: after a loss, the server is asked for its newest version. If that fails, it is asked again
     * when the next watch is opened.
     *
     * @param ours the version that the watch began at
     * @param stillOpen whether the watch is the same when the answer is there
     */
    void opened(ResourceVersion ours, BooleanSupplier stillOpen) {
        if (contact == Contact.LOST && !ours.isNone()) {
            source.newest()
                    .onSuccess(theirs -> {
                        if (stillOpen.getAsBoolean()) {
                            compare(ours, theirs);
                        }
                    })
                    .onFailure(unknown -> {});
        }
    }

    /** What a server with another history is told as. */
    static UpstreamException another(ResourceVersion theirs, ResourceVersion ours) {
        return new UpstreamException(
                Reason.GONE,
                "the API server is at version " + theirs + ", before " + ours + ": its history is another",
                null);
    }

    private void compare(ResourceVersion ours, ResourceVersion theirs) {
        contact = Contact.KEPT;
        if (!theirs.isNone() && theirs.isBefore(ours)) {
            onOlder.accept(theirs);
        }
    }
}
