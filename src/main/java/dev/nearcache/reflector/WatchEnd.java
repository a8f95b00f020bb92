package dev.nearcache.reflector;

import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;

/**
 * How a watch ended without an error.
 *
 * @param ending whether the server ended it
 * @param lived how long it was, from its request on
 * @param news how many of its events told something that was not known
 */
record WatchEnd(Ending ending, Duration lived, long news) {}
