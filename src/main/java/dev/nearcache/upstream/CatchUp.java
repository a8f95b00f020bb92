package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * How old what a watch brings is: the server is asked for its newest version, and once the watch has brought that, all
 * that was there when the question was sent has come. So bytes that are held back on the way, or that wait for a link
 * that is too slow for them, are not taken for the present. Confined to one context.
 *
 * <p>A server that answers with no version, or a failure, says only that the way to it is open: then the next event will
 * do.
 */
final class CatchUp {
    private final Timers timers;
    private final WatchProgress progress;
    private final Supplier<Future<ResourceVersion>> newest;
    private final LongConsumer onProof;
    private Optional<Mark> mark = Optional.empty();

    /**
     * What is to be reached.
     *
     * @param askedNanos when it was asked for
     * @param version empty while it is not answered; {@link ResourceVersion#NONE} if the answer was none
     */
    private record Mark(long askedNanos, Optional<ResourceVersion> version) {}

    /**
     * A watch of which nothing was asked yet.
     *
     * @param newest asks for the newest version
     * @param onProof is told when the question was sent that the watch has caught up with
     */
    CatchUp(Timers timers, WatchProgress progress, Supplier<Future<ResourceVersion>> newest, LongConsumer onProof) {
        this.timers = timers;
        this.progress = progress;
        this.newest = newest;
        this.onProof = onProof;
    }

    /** Asks, unless the watch has not caught up yet with what was asked last. */
    void ask() {
        if (mark.isPresent()) {
            return;
        }
        Mark asked = new Mark(timers.nanos(), Optional.empty());
        mark = Optional.of(asked);
        newest.get()
                .onSuccess(version -> answered(asked, version))
                .onFailure(failure -> failed(asked, UpstreamException.from(failure)));
    }

    /** A whole event came, and the progress counts it. */
    void came() {
        mark.ifPresent(asked -> asked.version()
                .filter(version -> version.isNone() || reached(version))
                .ifPresent(version -> prove(asked)));
    }

    /** What was asked is of no more interest. */
    void forget() {
        mark = Optional.empty();
    }

    private void answered(Mark asked, ResourceVersion version) {
        if (isCurrent(asked)) {
            Mark known = new Mark(asked.askedNanos(), Optional.of(version));
            mark = Optional.of(known);
            if (!version.isNone() && !progress.reached().isNone() && reached(version)) {
                prove(known);
            }
        }
    }

    private void failed(Mark asked, UpstreamException failure) {
        if (failure.unanswered()) {
            mark = mark.filter(current -> !current.equals(asked));
        } else {
            answered(asked, ResourceVersion.NONE);
        }
    }

    private boolean isCurrent(Mark asked) {
        return mark.filter(asked::equals).isPresent();
    }

    /** A watch without versions cannot be compared: that something came after the answer is all that there is. */
    private boolean reached(ResourceVersion version) {
        return progress.reached().isNone() || !progress.reached().isBefore(version);
    }

    private void prove(Mark reached) {
        mark = Optional.empty();
        onProof.accept(reached.askedNanos());
    }
}
