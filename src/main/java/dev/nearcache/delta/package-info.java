/**
 * Changes on their way from the reflector to the store.
 *
 * <p>The reflector writes to a {@link dev.nearcache.delta.DeltaSink}; the store implements
 * {@link dev.nearcache.delta.KnownObjects} and drains the queue. This is the one place that looks back against the flow
 * of data, so the earlier room owns the interface and the later one implements it.
 *
 * <p>Decided: {@link dev.nearcache.delta.DeltaFifo} keeps the classic semantics by key, and each delta also has its
 * place in the order of arrival, so that the store's event log is in version order; a list arrives as its deltas and a
 * mark behind them, so that the store can apply it in one swap however small its bites are; and it enters the queue in
 * slices, with what is told meanwhile behind it (at once, 100,000 objects took 50 to 90 ms). Rejected: to leave a list
 * folded until its turn comes (the queue could not say which keys it holds, as a deletion must ask), the order of keys
 * alone (a hot key's new version would overtake an older one of another key), and client-go's RealFIFO, which also
 * queues what the store cannot use, such as the deletion of an object that nobody ever saw.
 */
@NullMarked
package dev.nearcache.delta;

import org.jspecify.annotations.NullMarked;
