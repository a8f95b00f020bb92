package dev.nearcache.http.kube;

import dev.nearcache.time.Timers;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The responses that one event loop is writing, so that they can be ended together. Confined to that loop. */
public final class PumpGroup {
    private final Timers timers;
    private final Duration stallLimit;
    private final Set<StreamPump> open = new LinkedHashSet<>();
    private boolean closing;

    /** A group whose clients may take nothing for at most so long. */
    public PumpGroup(Timers timers, Duration stallLimit) {
        this.timers = timers;
        this.stallLimit = stallLimit;
    }

    /**
     * A pump for a response; it begins with its first wake.
     *
     * @param ended called once, however the response ends
     */
    public StreamPump pump(HttpServerResponse response, StreamPump.Source source, Runnable ended) {
        StreamPump[] self = new StreamPump[1];
        StreamPump pump = new StreamPump(response, timers, stallLimit, source, () -> {
            open.remove(self[0]);
            ended.run();
        });
        self[0] = pump;
        open.add(pump);
        return pump;
    }

    /**
     * Refuses a stream that would be ended at once.
     *
     * @throws StatusException once the group is closing
     */
    public void checkOpen() {
        if (closing) {
            throw Failures.noMoreStreams("the server is stopping").exception();
        }
    }

    /** Ends every response, and refuses later ones. */
    public void close() {
        closing = true;
        List.copyOf(open).forEach(StreamPump::end);
    }
}
