/**
 * What Kubernetes talks about: keys, types, versions, objects as bytes, selectors and field paths.
 *
 * <p>Every room may use this one; it uses none.
 *
 * <p>Decided: an object is compact JSON bytes behind {@link dev.nearcache.resource.StoredBody}, never a tree, since a
 * tree costs ten times its text. Its identity, labels and declared index values are taken out once, in the pass that
 * copies it. Its JSON is packed by an {@link dev.nearcache.resource.ObjectCodec}; the one that
 * {@link dev.nearcache.resource.Compression} makes learns from the type's own objects. Rejected: typed models (they lose unknown fields and need one class a kind).
 */
@NullMarked
package dev.nearcache.resource;

import org.jspecify.annotations.NullMarked;
