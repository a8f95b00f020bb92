/**
 * Our reflector beside client-go's own: the same invented API server is played to both, and what they ask of it, how
 * long they wait in between and what they hold at the end are compared (docs/twin.md).
 *
 * <p>A {@link dev.nearcache.twin.Script} is an API server as a function of a seed and of the requests so far, so two
 * clients that ask the same are answered the same, byte for byte. {@link dev.nearcache.twin.ScriptServer} serves it,
 * {@link dev.nearcache.twin.ClientGo} and {@link dev.nearcache.twin.Ours} are the two clients, and
 * {@link dev.nearcache.twin.Comparison} compares them by the wanted differences of {@link dev.nearcache.twin.Rule}.
 *
 * <p>Decided: time is virtual on both sides, told by the script, so that no run depends on how fast the machine is.
 * Rejected: one history of faults by the clock, since then two clients never meet the same one.
 */
@NullMarked
package dev.nearcache.twin;

import org.jspecify.annotations.NullMarked;
