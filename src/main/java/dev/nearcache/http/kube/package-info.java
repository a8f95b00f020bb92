/**
 * The Kubernetes API as kube-apiserver serves it from its watch cache: paths, parameters, rules, Status bodies, lists and
 * watches, discovery; and what the API server itself answers, handed on.
 *
 * <p>Used by the HTTP room, whose own paths share parameters, errors and the pump that writes as a client takes. It asks
 * the query room and knows nothing of how objects get there.
 *
 * <p>Decided: bodies are put together from stored bytes, a piece at a time, with kind and apiVersion put back where the
 * API has them; nothing is parsed into a tree. Every answer of unknown length, a list, a watch or an SSE stream, is
 * written by one {@link dev.nearcache.http.kube.StreamPump}. Rejected: a body built whole and then sent (a list of
 * 30,000 pods is 200 MB), and Vert.x's own compression (it also buffers streams).
 *
 * <p>Decided: the API server is known here as an {@link dev.nearcache.http.kube.Origin}. What is read through is handed on
 * byte by byte, with one piece held, in whatever form the client negotiated with it. Rejected: to serve a read of ours
 * from an answer of the API server (it would be parsed, cut and put together again to say what it said before), and
 * discovery written by ourselves (it would lack all that only the API server knows of a type).
 */
@NullMarked
package dev.nearcache.http.kube;

import org.jspecify.annotations.NullMarked;
