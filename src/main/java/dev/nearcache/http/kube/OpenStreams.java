package dev.nearcache.http.kube;

import dev.nearcache.http.kube.OpenStream.Protocol;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The streams that are open on all event loops, and the limit on their number. Safe on any thread. */
public final class OpenStreams {
    private final int most;
    private final Semaphore free;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, OpenStream> open = new ConcurrentSkipListMap<>();
    private final Map<StreamEnd, LongAdder> ended = new EnumMap<>(StreamEnd.class);
    private final LongAdder events = new LongAdder();

    /** At most so many. */
    public OpenStreams(int most) {
        this.most = most;
        this.free = new Semaphore(most);
        for (StreamEnd how : StreamEnd.values()) {
            ended.put(how, new LongAdder());
        }
    }

    /**
     * Takes a place.
     *
     * @throws StatusException if all are taken
     */
    public OpenStream open(HttpServerRequest request, Protocol protocol, List<String> resources, Instant now) {
        if (!free.tryAcquire()) {
            throw Failures.noMoreStreams("api.maxStreams allows " + most + " open streams, and all are taken")
                    .exception();
        }
        String client = String.valueOf(request.remoteAddress());
        OpenStream stream =
                new OpenStream(ids.incrementAndGet(), protocol, resources, request.uri(), client, now, events);
        open.put(stream.id(), stream);
        return stream;
    }

    /** Gives a place back; once or more often. */
    public void close(OpenStream stream, StreamEnd how) {
        if (open.remove(stream.id()) != null) {
            free.release();
            Objects.requireNonNull(ended.get(how)).increment();
        }
    }

    /** Those that are open, the oldest first. */
    public Collection<OpenStream> all() {
        return List.copyOf(open.values());
    }

    /** How many have ended in a way, since the start. */
    public long ended(StreamEnd how) {
        return Objects.requireNonNull(ended.get(how)).sum();
    }

    /** How many events were written to all streams since the start. */
    public long events() {
        return events.sum();
    }
}
