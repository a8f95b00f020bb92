package dev.nearcache.http.kube;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One open stream, for those who want to know who listens. Written by its own event loop, read by any thread. */
public final class OpenStream {
    private final long id;
    private final Protocol protocol;
    private final List<String> resources;
    private final String uri;
    private final String client;
    private final Instant since;
    private final LongAdder allEvents;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** How a stream is written. */
    public enum Protocol {
        /** Events of a Kubernetes watch: JSON lines, or the messages of a WebSocket. */
        WATCH,
        /** Server-sent events. */
        SSE
    }

    OpenStream(
            long id,
            Protocol protocol,
            List<String> resources,
            String uri,
            String client,
            Instant since,
            LongAdder allEvents) {
        this.id = id;
        this.protocol = protocol;
        this.resources = List.copyOf(resources);
        this.uri = uri;
        this.client = client;
        this.since = since;
        this.allEvents = allEvents;
    }

    /** A number of its own. */
    public long id() {
        return id;
    }

    /** How it is written. */
    public Protocol protocol() {
        return protocol;
    }

    /** The types on it. */
    public List<String> resources() {
        return resources;
    }

    /** The request's path and query. */
    public String uri() {
        return uri;
    }

    /** The client's address. */
    public String client() {
        return client;
    }

    /** When it was opened. */
    public Instant since() {
        return since;
    }

    /** Events written to it. */
    public long events() {
        return events.get();
    }

    /** Bytes written to it. */
    public long bytes() {
        return bytes.get();
    }

    /** Counts what was written. */
    public void sent(long moreEvents, long moreBytes) {
        events.addAndGet(moreEvents);
        allEvents.add(moreEvents);
        bytes.addAndGet(moreBytes);
    }
}
