package dev.nearcache.http.kube;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What was written for clients and is not taken yet, on all event loops together: each is bounded by itself, but over
 * HTTP/2 one connection has a hundred answers, and none of them needs a socket's buffer to be left unread.
 *
 * <p>Where much waits, each client is given one piece at a time; where twice as much does, nothing new is begun. So what
 * waits is bounded, and who takes what he asked for goes on. Safe on any thread.
 */
public final class Backlog {
    /** Of the heap, since a buffer may take twice what is in it, and half of the heap is for the objects. */
    private static final int SHARE = 16;

    private final long high;
    private final AtomicLong bytes = new AtomicLong();

    /** One that is high from so many bytes on. */
    Backlog(long high) {
        this.high = high;
    }

    /** One for the heap that this process may have. */
    public static Backlog ofHeap() {
        return new Backlog(Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** The bytes that wait now. */
    public long bytes() {
        return bytes.get();
    }

    /** Whether each client has to be content with one piece. */
    boolean isHigh() {
        return bytes.get() >= high;
    }

    /**
     * Refuses what would be written now.
     *
     * @throws StatusException while too much waits
     */
    public void checkRoom() {
        if (bytes.get() >= 2 * high) {
            throw Failures.noMoreStreams("clients have not taken " + ((2 * high) >> 20)
                            + " MiB of what they asked for; new requests have to wait for them")
                    .exception();
        }
    }

    void add(long more) {
        bytes.addAndGet(more);
    }

    void remove(long taken) {
        bytes.addAndGet(-taken);
    }
}
