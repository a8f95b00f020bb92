package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** Where a pump writes to: the body of a response, or the messages of a WebSocket. Confined to its connection's event loop. */
interface Outlet {
    /** Whether the client has left. */
    boolean isGone();

    /** Whether more than the socket's queue should hold is waiting for the client. */
    boolean isFull();

    /** Runs each time there is room again after there was none. */
    void whenDrained(Runnable drained);

    /** Runs when the client leaves, perhaps more than once. */
    void whenGone(Runnable gone);

    /** Writes a piece; fails if the client is gone. */
    Future<Void> write(Buffer piece);

    /** Ends cleanly, once all that was written is taken. */
    Future<Void> end();

    /** Ends at once, whatever is still to be taken. */
    void abort();
}
