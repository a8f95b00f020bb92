/**
 * The API server as lists and watches.
 *
 * <p>Used by the reflector, through {@link dev.nearcache.upstream.ListerWatcher}, and by the root, which builds one for
 * each type and namespace. Bodies are parsed as they stream in: no tree, and no whole list body, is ever in memory.
 *
 * <p>Decided: this room does not retry and does not wait; it reports each failure once, with one
 * {@link dev.nearcache.upstream.UpstreamException.Reason}, and the reflector has the one table of what to do next.
 * Rejected: client-go's hidden retries of 429 and 5xx below the reflector (reflector.md 1.13), which would wait out of
 * sight of the status that we show.
 */
@NullMarked
package dev.nearcache.upstream;

import org.jspecify.annotations.NullMarked;
