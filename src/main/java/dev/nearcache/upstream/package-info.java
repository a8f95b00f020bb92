/**
 * The API server as lists and watches.
 *
 * <p>Used by the reflector, through {@link dev.nearcache.upstream.ListerWatcher}, and by the root, which builds one for
 * each type and namespace, and hands answers on to the HTTP room as {@link dev.nearcache.upstream.PassedAnswer}s. Bodies
 * are parsed as they stream in: no tree, and no whole list body, is ever in memory.
 *
 * <p>Decided: this room does not wait, and repeats only what cannot have been answered, a request on a connection that was
 * closed under it, and, with new credentials, one that was refused; it reports each failure once, with one
 * {@link dev.nearcache.upstream.UpstreamException.Reason}, and the reflector has the one table of what to do next.
 * Rejected: client-go's hidden retries of 429 and 5xx below the reflector (reflector.md 1.13), which would wait out of
 * sight of the status that we show.
 *
 * <p>Decided: HTTP/2 where TLS negotiates it, on a few connections that can be asked whether they live, with windows so
 * wide that no list holds a watch back; else HTTP/1.1 with one connection a watch. How old data is, is dated by the
 * sending of a question, never by what arrives. Rejected: HTTP/1.1 alone, which has nothing to ask on an open watch.
 *
 * <p>Decided: credential files are compared by content, each second, off the event loop, and taken over once they have
 * settled; after a 401 a token is read and taken over at once, and the request sent once more. Each request carries the
 * credentials and TLS options of its moment, and connections are pooled by them: what is new serves the next request,
 * and what is open goes on. Rejected: modification times (a swapped symbolic link may lead to an older file), options of
 * the client as a whole (a pooled connection would go on with a former certificate) and a Kubernetes client library for
 * the kubeconfig (29 jars for one file; what needs a terminal or a browser to log in is refused by name).
 *
 * <p>Decided: an exec plugin is run when a request needs it, once for all who wait, bounded in time and output, and ever
 * more rarely while it does not help; client-go runs it for each refusal. What it says on its error
 * stream is told as the reason; no message shows a word of what it gave.
 */
@NullMarked
package dev.nearcache.upstream;

import org.jspecify.annotations.NullMarked;
