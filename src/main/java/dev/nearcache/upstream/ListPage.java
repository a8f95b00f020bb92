package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/**
 * One page of a list.
 *
 * @param kind the list's own kind, which a custom type may choose; empty if the server gives none
 * @param items its objects, in the server's order
 * @param resourceVersion the version of the whole list; {@link ResourceVersion#NONE} if the server gives none
 * @param continueToken where the next page starts; empty on the last
 */
public record ListPage(String kind, List<KubeObject> items, ResourceVersion resourceVersion, String continueToken) {
    public ListPage {
        items = List.copyOf(items);
    }
}
