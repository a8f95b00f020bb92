package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which labels kube-apiserver selects by, as tried on it (kubernetes-api.md 4.3). */
class FieldLabelsTest {
    @ParameterizedTest
    @CsvSource({
        "'', pods, spec.nodeName, true",
        "'', pods, status.podIPs, true",
        "'', pods, spec.priority, false",
        "'', events, involvedObject.name, true",
        "'', events, regarding.name, false",
        "events.k8s.io, events, regarding.fieldPath, true",
        "events.k8s.io, events, source, false",
        "apps, deployments, metadata.name, true",
        "apps, replicasets, status.replicas, false",
        "batch, jobs, status.successful, true",
        "resource.k8s.io, resourceslices, spec.pool.name, true",
        "example.com, widgets, spec.color, false"
    })
    void servesTheLabelsOfTheApiServer(String group, String plural, String label, boolean served) {
        ResourceType type = new ResourceType(group, "v1", plural, plural, "Kind", "KindList", true, List.of());
        assertEquals(served, FieldLabels.isServed(type, label));
    }
}
