package dev.nearcache.soak;

import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.Simulator;

/** The simulated cluster, the network before it, and how one logs in to it. */
record Cluster(Simulator simulator, Proxy proxy, Login login) {}
