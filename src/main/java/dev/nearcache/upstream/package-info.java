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
 * settled; after a 401 a token is read and taken over at once, and the request sent once more. Each request carries the
 * credentials and TLS options of its moment, and connections are pooled by them: what is new serves the next request,
 * and what is open goes on. Rejected: modification times (a swapped symbolic link may lead to an older file), options of
 * the client as a whole (a pooled connection would go on with a former certificate) and a Kubernetes client library for
 * the kubeconfig (29 jars for one file; what needs a terminal or a browser to log in is refused by name).
 *
 * <p>Decided: an exec plugin is run when a request needs it, once for all who wait, bounded in time and output, and ever
 * more rarely while it does not help; client-go runs it for each refusal. No message shows a word of what it printed.
 */
@NullMarked
package dev.nearcache.upstream;

import org.jspecify.annotations.NullMarked;
