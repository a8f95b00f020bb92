/**
 * Generated requests, sent to a real kube-apiserver and to a sidecar on it; the two answers may differ only where a
 * {@link dev.nearcache.differential.Rule} says so. {@code docs/differential.md} lists the rules with their reasons.
 *
 * <p>An answer is turned into one tree ({@code View}), two trees into their differences, and each difference has to be
 * covered by a rule. So a rule takes away no more than it names, and one that is not needed shows as never used.
 */
@NullMarked
package dev.nearcache.differential;

import org.jspecify.annotations.NullMarked;
