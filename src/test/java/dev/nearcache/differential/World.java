package dev.nearcache.differential;

import java.util.List;

/**
 * What may be asked for.
 *
 * @param types that both serve
 * @param namespaces with objects, and one without
 * @param versions of its history
 */
record World(List<Served> types, List<String> namespaces, Versions versions) {
    /**
     * A type with its objects.
     *
     * @param base of its group and version
     * @param labels {@code key=value}, of its objects
     * @param fields {@code label=value} that its field selectors take
     */
    record Served(
            String base,
            String plural,
            boolean namespaced,
            List<Named> objects,
            List<String> labels,
            List<String> fields) {
        /** Its objects in a namespace; in all, if that is empty or there are none. */
        String path(String namespace) {
            return namespaced && !namespace.isEmpty()
                    ? base + "/namespaces/" + namespace + "/" + plural
                    : base + "/" + plural;
        }

        String path(Named key) {
            return path(key.namespace()) + "/" + key.name();
        }

        /** The path of old under which it is always watched. */
        String watchPath(String namespace) {
            return path(namespace).replaceFirst(base, base + "/watch");
        }
    }

    /**
     * An object.
     *
     * @param namespace empty if it is in none
     */
    record Named(String namespace, String name) {}

    /**
     * Resource versions that mean something.
     *
     * @param before one before the sidecar began
     * @param story those of the changes since
     */
    record Versions(long before, List<Long> story) {
        long now() {
            return story.get(story.size() - 1);
        }

        /** One that will not be reached. */
        long future() {
            return now() + 1_000_000;
        }
    }
}
