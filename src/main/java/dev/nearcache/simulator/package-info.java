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
 * <p>What it can be made to do wrong, by where it goes wrong:
 *
 * <table>
 *   <caption>Switches (field-reports.md 13)</caption>
 *   <tr><th>where</th><th>what</th><th>by</th></tr>
 *   <tr><td>connections</td><td>RST, FIN, black hole, never an answer, idle cut, delay, stall, refusal; counts</td>
 *     <td>{@link dev.nearcache.simulator.Proxy}; {@code Faults.outage}</td></tr>
 *   <tr><td>TLS</td><td>any certificate, changed while running; demand for client certificates; ALPN</td>
 *     <td>{@code SimulatorSettings.withTls}, {@code Faults.certificate}</td></tr>
 *   <tr><td>HTTP</td><td>GOAWAY, {@code Connection: close}, gzip</td>
 *     <td>{@code Faults.goAway}; {@code CLOSE_CONNECTIONS}, {@code GZIP}</td></tr>
 *   <tr><td></td><td>chunks down to a byte, slow answers</td><td>{@code Pace}</td></tr>
 *   <tr><td></td><td>any status, Status, header and body; no answer, late answer, a closed connection; for the requests of
 *     some verbs, some of them by number or by their query</td><td>{@link dev.nearcache.simulator.Fault}</td></tr>
 *   <tr><td>lists</td><td>expiring tokens, ignored limits, a version that is not theirs, an item that is none, a backend
 *     that lags; any size, streamed</td>
 *     <td>{@code Fault.where}, {@code IGNORE_LIMIT}, {@code Faults.listVersion}, {@code NO_METADATA}, {@code Faults.lag}</td></tr>
 *   <tr><td>watches</td><td>ends of every kind, half a line, no last newline, ERROR, bookmarks at will or none, silence, no
 *     deadline, no end mark, initial events in no order, a change that never was; from a future version they are taken as
 *     by a real server</td>
 *     <td>{@code Faults.cut}, {@code error}, {@code bookmark}, {@code tell};
 *     {@link dev.nearcache.simulator.Quirk}</td></tr>
 *   <tr><td>changes</td><td>bursts, large ones, ones that no watch is told of, ones between list and watch</td>
 *     <td>{@code World.burst}, {@code silently}; {@code Fault.hold}</td></tr>
 *   <tr><td>history</td><td>compaction to now or to a version, versions that jump either way</td>
 *     <td>{@code Faults.compact}, {@code relistWith}, {@code jump}</td></tr>
 *   <tr><td>types</td><td>not served, listed only, a group that is down, another version, scope, kind or kind of list</td>
 *     <td>{@code NOT_SERVED}, {@code NO_WATCH_VERB}, {@code UNAVAILABLE}, {@code Faults.redefine}</td></tr>
 *   <tr><td>tokens</td><td>which are accepted, for all requests or a type's</td>
 *     <td>{@code Faults.acceptOnly}, {@code Fault.requireToken}</td></tr>
 *   <tr><td>record</td><td>each request: when, what, headers, on which connection</td>
 *     <td>{@code SimulatorLog.requests}</td></tr>
 * </table>
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
