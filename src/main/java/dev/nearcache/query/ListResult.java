package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page at one version. The objects are references: nothing is decoded or copied yet.
 *
 * @param objects in key order
 * @param version of the collection
 * @param next where the next page starts; empty on the last page
 * @param remaining how many follow, where it is known (kubernetes-api.md 2.3)
 */
public record ListResult(
        List<KubeObject> objects, ResourceVersion version, Optional<ContinueToken> next, OptionalLong remaining) {}
