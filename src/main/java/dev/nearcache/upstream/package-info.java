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
 *
 * <p>Decided: HTTP/1.1 with one connection a watch. Rejected: HTTP/2, where all watches share one connection's fate and
 * flow control, and a server's limit on streams would hold the last ones back without a word.
 *
 * <p>Decided: credential files are compared by content, each second, off the event loop, and taken over once they have
 * settled. Rejected: modification times (a swapped symbolic link may lead to an older file) and a Kubernetes client
 * library for the kubeconfig (29 jars for one file; what needs a program to log in is refused by name).
 */
@NullMarked
package dev.nearcache.upstream;

import org.jspecify.annotations.NullMarked;
