/**
 * The second port: probes for the kubelet, metrics for Prometheus. It serves no object data, so it may be open to the
 * whole network while the first port stays on loopback.
 *
 * <p>Used by the root, which gives it the catalogue of types and the contexts to watch; it reads {@code query}'s view and
 * changes nothing.
 *
 * <p>Decided: liveness asks only whether the event loops turn. It never depends on the API server: a restart would throw
 * away a good cache and help nobody. Readiness is that every required type has its objects, and a type once synced stays
 * so, however stale. What can be read from {@code query}'s view is a gauge, read when a scrape comes; what happens in
 * passing is counted by {@link dev.nearcache.management.UpstreamMeter} and {@link dev.nearcache.management.ApiMeter},
 * which the root calls, so that no other room knows Micrometer.
 *
 * <p>Rejected: vertx-health-check (its JSON is not what people know from kube-apiserver) and vertx-micrometer-metrics
 * (its names are Vert.x's, of connections and pools; ours follow kube-apiserver and client-go).
 */
@NullMarked
package dev.nearcache.management;

import org.jspecify.annotations.NullMarked;
