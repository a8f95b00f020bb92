/**
 * The soak: a simulated cluster that does everything that clusters do, a real sidecar in a process of its own, a hundred
 * clients, and an oracle that knows what really happened and compares. Run by {@code bench/soak}; nobody else uses it.
 *
 * <p>{@link dev.nearcache.soak.Truth} is fed by the simulator's log, {@link dev.nearcache.soak.Judge} holds each client's
 * sequence against it, {@link dev.nearcache.soak.Script} draws the troubles, {@link dev.nearcache.soak.Vitals} watches the
 * sidecar's memory, threads and sockets.
 *
 * <p>Decided: what a client saw is judged a moment later, when the truth that it came from is known for certain. The
 * script's main thread does all of the judging, so nothing there needs a lock. Each restore of etcd moves the versions
 * to a range of their own, so a version tells which history it belongs to. Where the sidecar has not listed again, each
 * change must be seen, one by one; where it has, changes may be merged but what is left must be equal. Where only each
 * object has an order, that is what is judged ({@link dev.nearcache.soak.ObjectJudge}): a type's namespaces come each
 * in its time, and what no watch was told of comes with a list, later than newer changes. Whether a list can have
 * merged a change is told there by when it was counted, as versions say nothing of a namespace that is behind.
 * Rejected: comparing the final states alone, which would pass a stream that lost an intermediate change or told a late
 * one twice.
 */
@NullMarked
package dev.nearcache.soak;

import org.jspecify.annotations.NullMarked;
