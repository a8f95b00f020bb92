/**
 * How objects are shown as rows of cells: the columns of each type, and what stands in them.
 *
 * <p>Used by the Kubernetes API alone. A printer knows one object and the time, nothing of requests or of the cache.
 *
 * <p>Decided: columns are data, {@code columns.json}, written down from a real API server; rows are code, one function a
 * type, found by kubectl's name of the type in {@link dev.nearcache.http.kube.table.Printers}. Rows are made when they are
 * asked for, since ages change each second; one object at a time is read into a tree for it, and forgotten. A field that is
 * not there is shown as kube-apiserver shows one that was never set: so are the fields that a configuration leaves out
 * ({@code drop}, {@code keep}, {@code metadataOnly}); nothing is guessed. Of Secrets, whose values may be hashed, only the
 * keys are counted. Custom types bring their columns with them, as paths in client-go's dialect of JSONPath. Rejected: a
 * JSONPath library, since none reads dots in quotes, missing fields and comparisons of two types as client-go does; kept rows, which would cost the memory that the bytes save; classes for each type's objects,
 * since a row looks at a few fields only; columns in code, which nobody could compare with the server's.
 */
@NullMarked
package dev.nearcache.http.kube.table;

import org.jspecify.annotations.NullMarked;
