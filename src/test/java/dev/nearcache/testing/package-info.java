/** What tests of several rooms share: programs to run, a real API server, servers and clients with faults. */
@NullMarked
package dev.nearcache.testing;

import org.jspecify.annotations.NullMarked;
