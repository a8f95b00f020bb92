/**
 * The sidecar assembled: every part built in the order in which data flows, and two verticles that run them.
 *
 * <p>Used by the command line and by tests, through {@link dev.nearcache.Sidecar}. It may use every room; no room uses
 * it. Here, and only here, the rooms meet: a reflector's observer becomes status, log lines and metrics, a
 * configuration becomes types, layouts and limits.
 *
 * <p>Decided: one {@link dev.nearcache.ReflectorVerticle} a configured type, so each type's reflector, queue and cache
 * writer share one context and types do not wait for each other; one {@link dev.nearcache.HttpVerticle} a core, which
 * only reads. Rejected: the event bus between them (the data would be copied, and typed calls would become messages).
 */
@NullMarked
package dev.nearcache;

import org.jspecify.annotations.NullMarked;
