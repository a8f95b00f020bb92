/**
 * What may be asked of the cache: get, list and watch, in Kubernetes' terms of versions, selectors and pages.
 *
 * <p>Used by the HTTP rooms and by management. Nothing here knows HTTP; it only reads
 * {@link dev.nearcache.store.StoreReader}s, from any number of event loops.
 *
 * <p>Decided: a question is answered from one immutable state, taken once, so every list and page is consistent at its
 * version. Evaluation runs in slices of a few milliseconds. A watch is a cursor that its client's demand pulls; there is
 * no queue for each client, and a slow client costs a number until the log overtakes it. Rejected: pushing events to
 * subscribers, which needs a buffer for each of them and a policy for when it is full.
 *
 * <p>Decided: an event loop reads the log once for its subscribers, and wakes only those whose namespace and name an event
 * has. One who sleeps is not overtaken by what does not concern him: he may pass over it. Rejected: to wake each of them
 * now and then so that they move on, which says nothing about a log that drops by bytes and age.
 */
@NullMarked
package dev.nearcache.query;

import org.jspecify.annotations.NullMarked;
