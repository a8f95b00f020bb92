package dev.nearcache.resource;

/**
 * What an object says of itself, before anything is demanded of it: a bookmark's object has no name, a Table has
 * neither name nor version. Texts are empty where the object has none.
 *
 * @param apiVersion {@code v1}, {@code apps/v1}
 * @param kind {@code Pod}
 * @param namespace {@code metadata.namespace}
 * @param name {@code metadata.name}
 * @param uid {@code metadata.uid}
 * @param resourceVersion {@code metadata.resourceVersion} as it was written
 * @param initialEventsEnd the annotation {@code k8s.io/initial-events-end}: {@code "true"} on the bookmark that ends
 *     the initial events of a streaming list
 */
public record ObjectHeader(
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String initialEventsEnd) {

    /** Where it lives. */
    public ObjectKey key() {
        return new ObjectKey(namespace, name);
    }
}
