package dev.nearcache;

import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceVersion;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets a type be looked up as soon as its definition appears or changes, where definitions are themselves mirrored;
 * without that, one that is not served is looked up with a reflector's backoff. Confined to the thread that writes the
 * mirror of definitions.
 */
final class DefinitionHints {
    private static final String PLURAL = "customresourcedefinitions";
    private static final String GROUP = "apiextensions.k8s.io";

    private final CachedResource definitions;
    private final Map<ResourceName, Runnable> types;
    private final Map<ResourceName, ResourceVersion> seen = new HashMap<>();

    private DefinitionHints(CachedResource definitions, Map<ResourceName, Runnable> types) {
        this.definitions = definitions;
        this.types = Map.copyOf(types);
    }

    /** Whether these are definitions of types. */
    static boolean areIn(CachedResource resource) {
        return resource.name().plural().equals(PLURAL)
                && resource.name().group().equals(GROUP);
    }

    /**
     * Follows the definitions, for as long as they are mirrored.
     *
     * @param types what to run when the definition of a type has changed, which may be at any time and on any thread
     */
    static void follow(CachedResource definitions, Map<ResourceName, Runnable> types) {
        DefinitionHints hints = new DefinitionHints(definitions, types);
        definitions.store().onChange(hints::look);
    }

    private void look() {
        types.forEach((name, redefined) -> {
            KubeObject definition = definition(name);
            if (definition != null
                    && !definition.resourceVersion().equals(seen.put(name, definition.resourceVersion()))) {
                redefined.run();
            }
        });
    }

    private @Nullable KubeObject definition(ResourceName type) {
        return definitions.store().state().objects().get(new ObjectKey("", type.plural() + "." + type.group()));
    }
}
