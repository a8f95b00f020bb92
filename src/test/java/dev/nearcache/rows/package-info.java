/**
 * The rows of kubernetes-api.md 7, as tests that name their row, each asked of a real kube-apiserver and of the façade over
 * a cache that is fed the same writes. {@code docs/kubernetes-rows.md} says where each row is held.
 */
@NullMarked
package dev.nearcache.rows;

import org.jspecify.annotations.NullMarked;
