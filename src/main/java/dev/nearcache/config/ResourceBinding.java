package dev.nearcache.config;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.SizeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds the entries of {@code resources}. */
final class ResourceBinding {
    private static final List<FieldPath> DROPPED = List.of(FieldPath.parse("metadata.managedFields"));

    private final List<String> namespaces;
    private final SecretValues secretValues;
    private final List<ResourceName> seen = new ArrayList<>();

    /** Takes the namespaces of types that name none of their own. */
    ResourceBinding(List<String> namespaces, SecretValues secretValues) {
        this.namespaces = namespaces;
        this.secretValues = secretValues;
    }

    List<ResourceConfig> bind(List<Section> entries) {
        return entries.stream().map(this::resource).flatMap(Optional::stream).toList();
    }

    private Optional<ResourceConfig> resource(Section entry) {
        Optional<ResourceName> name = entry.optional("resource", Scalars::resource);
        if (!entry.has("resource")) {
            entry.problem("resource", "is missing: write a type such as pods or deployments.apps");
        }
        name.ifPresent(named -> rejectTwice(entry, named));
        List<String> own = entry.set("namespaces", namespaces, Scalars::namespace);
        String labelSelector = entry.value("labelSelector", "", Scalars::labelSelector);
        String fieldSelector = entry.value("fieldSelector", "", Scalars::fieldSelector);
        Map<String, FieldPath> indexes = entry.map("indexes", Scalars::fieldPath);
        List<FieldPath> drop = entry.list("drop", DROPPED, Scalars::fieldPath);
        List<FieldPath> keep = entry.list("keep", List.of(), Scalars::fieldPath);
        boolean metadataOnly = entry.value("metadataOnly", false, Scalars::flag);
        Duration resync = entry.value("resync", Duration.ZERO, Spans::zeroOrMore);
        Duration poll = entry.value("poll", Duration.ofSeconds(30), Spans::positive);
        long maxObjects = entry.value("maxObjects", 0, Scalars.number(0, Integer.MAX_VALUE));
        long maxBytes = entry.value("maxBytes", 0L, Scalars::size);
        boolean required = entry.value("required", true, Scalars::flag);
        entry.rejectUnknown();
        return name.flatMap(named -> entry.make(() -> new ResourceConfig(
                named,
                own,
                labelSelector,
                fieldSelector,
                new ObjectLayout(drop, keep, indexes, secretValues.of(named)),
                metadataOnly ? ResourceConfig.Content.METADATA : ResourceConfig.Content.WHOLE,
                resync,
                poll,
                new SizeLimits(maxObjects, maxBytes),
                required ? ResourceConfig.Readiness.REQUIRED : ResourceConfig.Readiness.OPTIONAL)));
    }

    /** Two versions of a type are two caches; a name without version could be either. */
    private void rejectTwice(Section entry, ResourceName name) {
        if (seen.stream().anyMatch(earlier -> same(earlier, name))) {
            entry.problem("resource", name + " is given twice");
        }
        seen.add(name);
    }

    private static boolean same(ResourceName one, ResourceName other) {
        return one.plural().equals(other.plural())
                && one.group().equals(other.group())
                && (one.version().isEmpty()
                        || other.version().isEmpty()
                        || one.version().equals(other.version()));
    }
}
