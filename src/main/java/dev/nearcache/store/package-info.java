/**
 * What the sidecar knows: the current objects and their indexes as one immutable value, and the recent past as a log.
 *
 * <p>Written on one thread through {@link dev.nearcache.store.ResourceCache}; read from any thread through
 * {@link dev.nearcache.store.StoreReader}, by the query room.
 *
 * <p>Decided: objects and indexes are persistent sorted maps, replaced together by one volatile write, so a reader has
 * a consistent snapshot without a lock, and a pinned snapshot is a kept reference. Rejected: a concurrent map (a list
 * would mix versions; reflector.md, section 7, 13) and client-go's readers-writer lock (a long list would hold up the watch).
 *
 * <p>Decided: knowledge changes by what the store holds, not by what a delta is called (reflector.md 2.4), and a
 * relist becomes its differences, so clients outlive relists. Rejected: telling clients to list again.
 *
 * <p>Decided: when a codec has learned to make bodies smaller, they are exchanged within their objects while nothing else
 * is to be done, and nobody is told, since nothing that can be read has changed.
 *
 * <p>Decided: a cache that holds too much is emptied without a word of deletions, and its log begins anew; nothing can be
 * read until each scope was listed again ({@link dev.nearcache.store.Gate}).
 */
@NullMarked
package dev.nearcache.store;

import org.jspecify.annotations.NullMarked;
