/**
 * The server: its limits and gates, our own paths under {@code /v1}, and server-sent events.
 *
 * <p>Used by the root, which starts one {@link dev.nearcache.http.ApiServer} an event loop on one
 * {@link dev.nearcache.http.ApiShared}. What Kubernetes clients see is the business of
 * {@link dev.nearcache.http.kube}.
 *
 * <p>Decided: ids of server-sent events are resource versions, one for each type on the stream, so the server keeps
 * nothing about a client that is gone. An id names only the types whose snapshot is complete; a client that resumes with
 * an id gets a RESET and a new snapshot of each type that its id does not name, since it may hold half of an old one.
 * Rejected: sequence numbers of our own, which would not survive a restart.
 */
@NullMarked
package dev.nearcache.http;

import org.jspecify.annotations.NullMarked;
