/**
 * Time as a dependency: what o'clock it is, and what to do later.
 *
 * <p>Rooms that wait take a {@link dev.nearcache.time.Timers}; nothing else in the project reads the clock or sets a
 * timer, so tests advance time by hand and hours of backoff run in a moment.
 */
@NullMarked
package dev.nearcache.time;

import org.jspecify.annotations.NullMarked;
