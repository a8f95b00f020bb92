/**
 * Changes on their way from the reflector to the store.
 *
 * <p>The reflector writes to a {@link dev.nearcache.delta.DeltaSink}; the store implements
 * {@link dev.nearcache.delta.KnownObjects} and drains the queue. This is the one place that looks back against the flow
 * of data, so the earlier room owns the interface and the later one implements it.
 */
@NullMarked
package dev.nearcache.delta;

import org.jspecify.annotations.NullMarked;
