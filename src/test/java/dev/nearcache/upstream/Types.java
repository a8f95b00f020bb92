package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceType;
import java.util.List;

/** Types for tests. */
final class Types {
    static final ResourceType PODS = new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po"));

    private Types() {}
}
