/**
 * A simulated API server: it lists, watches and takes writes as kube-apiserver does (kubernetes-api.md 0 to 3), holds
 * a population of realistic objects that change at a set rate, and fails on demand.
 *
 * <p>Used by {@code nearcache demo} and {@code nearcache simulate} through the root, and by the tests, which compare
 * what a client saw with {@link dev.nearcache.simulator.SimulatorLog}.
 *
 * <p>Decided: no code is shared with the rooms that it tests, down to its own selectors, continue tokens and Status
 * bodies: a fault in one must not hide the same fault in the other. Everything runs on one event loop, so the world
 * needs no lock; {@link dev.nearcache.simulator.World}, {@link dev.nearcache.simulator.Faults} and the log hop to it
 * and answer with futures. Generated objects are made from templates each time they are read, so a hundred thousand pods
 * cost some twenty megabytes. Snapshots at an older version are made by undoing the history, not by keeping copies.
 * Rejected: scripted answers (they agree with the test that scripted them, not with a server); trees in memory (ten
 * times the bytes).
 *
 * <p>{@link dev.nearcache.simulator.Proxy} stands before it, or before any server, and does to connections what networks
 * do. It takes bytes without looking at them, so it carries TLS. A black hole here still acknowledges what it swallows, as
 * the kernel does that: TCP's own limits see nothing, and only what expects an answer finds out.
 *
 * <p>Not here: authentication, protobuf, tables, OpenAPI, admission, subresources, controllers.
 */
@NullMarked
package dev.nearcache.simulator;

import org.jspecify.annotations.NullMarked;
