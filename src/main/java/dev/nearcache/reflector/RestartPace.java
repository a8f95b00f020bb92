package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.Optional;

/**
 * How soon another watch follows one that ended without an error. At once, as a rule; but a server, or what stands before
 * it, that ends each within a moment would be met in a hot loop, which client-go has. Confined to one thread.
 */
final class RestartPace {
    private static final Duration BRIEF = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 2;

    /** Between watches that are brief but bring something: to wait ever longer would make that late. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final Waits waits;
    private int brief;

    RestartPace(Waits waits) {
        this.waits = waits;
    }

    /** Something failed, and was followed by a wait of its own. */
    void failed() {
        brief = 0;
    }

    /** What is to be waited for before the move; empty if it may come at once. */
    Optional<Waiting> after(WatchEnd end, Runnable move) {
        brief = end.lived().compareTo(BRIEF) < 0 ? brief + 1 : 0;
        if (brief <= MOST_AT_ONCE) {
            return Optional.empty();
        }
        return Optional.of(end.news() > 0 ? waits.until(PAUSE, Waiting.For.TIME, move) : waits.after(tooBrief(), move));
    }

    /** What such a wait is told as. */
    static UpstreamException tooBrief() {
        return new UpstreamException(
                Reason.VERY_SHORT_WATCH,
                "watches end within a second, " + (MOST_AT_ONCE + 1) + " or more in a row",
                null);
    }
}
