package dev.nearcache.config;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.SizeLimits;
import java.time.Duration;
import java.util.List;

/**
 * One type that is cached.
 *
 * @param name the type
 * @param namespaces the only namespaces that are read, each by a watch of its own; empty for all by one watch
 * @param labelSelector sent with each list and watch; may be empty
 * @param fieldSelector sent with each list and watch; may be empty
 * @param layout what is kept of each object, and the declared indexes
 * @param content whether whole objects are asked for
 * @param resync how often every object is repeated to the queue; zero for never
 * @param poll how often the type is listed if the API server does not let it be watched
 * @param limits how much of it is held at the most
 * @param readiness whether the sidecar is ready before this type is synced
 */
public record ResourceConfig(
        ResourceName name,
        List<String> namespaces,
        String labelSelector,
        String fieldSelector,
        ObjectLayout layout,
        Content content,
        Duration resync,
        Duration poll,
        SizeLimits limits,
        Readiness readiness) {

    /** What is asked of the API server. */
    public enum Content {
        /** Whole objects. */
        WHOLE,
        /** PartialObjectMetadata: kind and metadata alone. */
        METADATA
    }

    /** Whether a type holds readiness back. */
    public enum Readiness {
        /** The sidecar is ready only once it is synced. */
        REQUIRED,
        /** The sidecar is ready without it. */
        OPTIONAL
    }

    public ResourceConfig {
        namespaces = List.copyOf(namespaces);
        if (content == Content.METADATA) {
            layout.indexes().forEach(ResourceConfig::requireMetadata);
        }
    }

    private static void requireMetadata(String index, FieldPath path) {
        if (!path.segments().get(0).equals(new FieldPath.Field("metadata"))) {
            throw new IllegalArgumentException("index " + index + " reads " + path
                    + ", which metadataOnly does not fetch: index a metadata field");
        }
    }
}
