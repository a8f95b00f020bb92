package dev.nearcache.query;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The configured types. Fixed once built; safe on any thread, as what each type is may still be discovered. */
public final class ResourceCatalog {
    private final List<CachedResource> resources;

    public ResourceCatalog(List<CachedResource> resources) {
        this.resources = List.copyOf(resources);
    }

    /** Every type, in the order configured. */
    public List<CachedResource> all() {
        return resources;
    }

    /** The type at a Kubernetes path. */
    public Optional<CachedResource> find(String group, String version, String plural) {
        return resources.stream()
                .filter(resource ->
                        served(resource, group, version) && plural(resource).equals(plural))
                .findFirst();
    }

    /** Whether some type lives in this group and version, so that an unknown resource there is another mistake. */
    public boolean serves(String group, String version) {
        return resources.stream().anyMatch(resource -> served(resource, group, version));
    }

    /** Whether a type of this name is cached, in whatever version. */
    public boolean servesAnywhere(String group, String plural) {
        return resources.stream()
                .anyMatch(resource ->
                        group(resource).equals(group) && plural(resource).equals(plural));
    }

    /** Whether some type lives in this group. */
    public boolean servesGroup(String group) {
        return resources.stream().anyMatch(resource -> group(resource).equals(group));
    }

    /**
     * The type that a user means by {@code pods}, {@code po}, {@code deployments.apps} or {@code widgets.v1.example.com}.
     *
     * @throws QueryException that names what is cached, if it is none of them
     */
    public CachedResource named(String text) {
        ResourceName wanted;
        try {
            wanted = ResourceName.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw QueryException.badRequest(String.valueOf(malformed.getMessage()));
        }
        return resources.stream()
                .filter(resource -> isMeant(resource, wanted))
                .findFirst()
                .orElseThrow(() -> QueryException.notCached(text, names()));
    }

    private String names() {
        return resources.stream().map(resource -> resource.name().toString()).collect(Collectors.joining(", "));
    }

    private static boolean isMeant(CachedResource resource, ResourceName wanted) {
        boolean group = wanted.group().isEmpty() || wanted.group().equals(group(resource));
        boolean version = wanted.version().isEmpty() || wanted.version().equals(version(resource));
        return group && version && isCalled(resource, wanted.plural());
    }

    private static boolean isCalled(CachedResource resource, String word) {
        return plural(resource).equals(word)
                || resource.type()
                        .map(type -> type.singular().equals(word)
                                || type.shortNames().contains(word))
                        .orElse(false);
    }

    private static boolean served(CachedResource resource, String group, String version) {
        String known = version(resource);
        return group(resource).equals(group) && (known.isEmpty() || known.equals(version));
    }

    private static String group(CachedResource resource) {
        return resource.type().map(ResourceType::group).orElse(resource.name().group());
    }

    private static String version(CachedResource resource) {
        return resource.type().map(ResourceType::version).orElse(resource.name().version());
    }

    private static String plural(CachedResource resource) {
        return resource.type().map(ResourceType::plural).orElse(resource.name().plural());
    }
}
