package dev.nearcache.http.kube;

import dev.nearcache.http.kube.OpenStream.Protocol;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The streams that are open on all event loops, and the limit on their number. Safe on any thread. */
public final class OpenStreams {
    private final int most;
    private final Semaphore free;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, OpenStream> open = new ConcurrentSkipListMap<>();

    /** At most so many. */
    public OpenStreams(int most) {
        this.most = most;
        this.free = new Semaphore(most);
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
        OpenStream stream = new OpenStream(ids.incrementAndGet(), protocol, resources, request.uri(), client, now);
        open.put(stream.id(), stream);
        return stream;
    }

    /** Gives a place back; once or more often. */
    public void close(OpenStream stream) {
        if (open.remove(stream.id()) != null) {
            free.release();
        }
    }

    /** Those that are open, the oldest first. */
    public Collection<OpenStream> all() {
        return List.copyOf(open.values());
    }
}
