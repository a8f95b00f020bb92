/**
 * Keeps a sink equal to the cluster: list, watch, recover, as client-go's Reflector does (reflector.md section 1).
 *
 * <p>The root builds one {@link dev.nearcache.reflector.Reflector} for each type and namespace; nobody else uses this
 * room. It knows nothing of HTTP and nothing of the store.
 *
 * <p>Decided: where a reflector is, is one {@link dev.nearcache.reflector.ReflectorState}, which holds all that this
 * state needs and nothing else; an answer that arrives for a state that has been left is dropped by comparing the two.
 * What a failure leads to is one pure table, {@link dev.nearcache.reflector.FailureDisposition}. Rejected: client-go's
 * loop with flags, which says nowhere where it is; a second backoff for watches (client-go has shared one since 1.28).
 */
@NullMarked
package dev.nearcache.reflector;

import org.jspecify.annotations.NullMarked;
