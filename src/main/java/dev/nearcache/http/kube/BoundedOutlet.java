package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/**
 * Bounds by bytes what another outlet was given and its client has not taken. Vert.x bounds the number of messages, and one
 * of ours may be as large as an object.
 */
final class BoundedOutlet implements OutletAround {
    /** Of one client; the piece that passes it is still written. */
    static final int MOST_UNTAKEN = 256 << 10;

    private final Outlet inner;
    private final Backlog backlog;
    /** What waits for room; nothing does before it is said, nor once the end was written, though pieces are still taken. */
    private Runnable drained = () -> {};

    private long untaken;

    /** @param backlog of all clients, which this one adds to */
    BoundedOutlet(Outlet inner, Backlog backlog) {
        this.inner = inner;
        this.backlog = backlog;
    }

    @Override
    public Outlet inner() {
        return inner;
    }

    @Override
    public boolean isFull() {
        return untaken >= most() || inner.isFull();
    }

    @Override
    public void whenDrained(Runnable drained) {
        this.drained = drained;
        inner.whenDrained(this::room);
    }

    @Override
    public Future<Void> write(Buffer piece) {
        int length = piece.length();
        untaken += length;
        backlog.add(length);
        return inner.write(piece).onComplete(done -> taken(length));
    }

    @Override
    public Future<Void> end() {
        drained = () -> {};
        return inner.end();
    }

    /** While much waits for all, the next piece is written when the last one was taken. */
    private int most() {
        return backlog.isHigh() ? 1 : MOST_UNTAKEN;
    }

    private void taken(int length) {
        untaken -= length;
        backlog.remove(length);
        room();
    }

    private void room() {
        if (!isFull()) {
            drained.run();
        }
    }
}
