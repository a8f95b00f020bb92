package dev.nearcache.http.kube;

import dev.nearcache.time.Timers;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The streams that one event loop is writing, so that they can be ended together. Confined to that loop. */
public final class PumpGroup {
    private final Timers timers;
    private final Duration stallLimit;
    private final Backlog backlog;
    private final Rota rota;
    private final Set<StreamPump> open = new LinkedHashSet<>();
    private boolean closing;

    /**
     * A group.
     *
     * @param stallLimit for so long its clients may take nothing
     * @param backlog of all groups
     */
    public PumpGroup(Timers timers, Duration stallLimit, Backlog backlog) {
        this.timers = timers;
        this.stallLimit = stallLimit;
        this.backlog = backlog;
        this.rota = new Rota(timers);
    }

    /**
     * A pump for a body that has an end of its own. It is not ended with the group, since half a list with a clean end
     * would pass for a whole one; it begins with its first wake.
     *
     * @param ended called once, however the response ends
     */
    StreamPump body(HttpServerRequest request, StreamPump.Source source, Runnable ended) {
        return new StreamPump(
                new BoundedOutlet(new ResponseOutlet(request), backlog),
                timers,
                rota,
                stallLimit,
                source,
                how -> ended.run());
    }

    /**
     * A pump for a stream, which may end anywhere; it begins with its first wake.
     *
     * @param ended called once, with how the response ended
     */
    public StreamPump stream(HttpServerRequest request, StreamPump.Source source, Consumer<StreamEnd> ended) {
        return stream(new ResponseOutlet(request), source, ended);
    }

    /** The same, wherever it is written to. */
    StreamPump stream(Outlet outlet, StreamPump.Source source, Consumer<StreamEnd> ended) {
        StreamPump[] self = new StreamPump[1];
        StreamPump pump = new StreamPump(new BoundedOutlet(outlet, backlog), timers, rota, stallLimit, source, how -> {
            open.remove(self[0]);
            ended.accept(how);
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

    /** Ends every stream, and refuses later ones. */
    public void close() {
        closing = true;
        List.copyOf(open).forEach(StreamPump::end);
    }
}
