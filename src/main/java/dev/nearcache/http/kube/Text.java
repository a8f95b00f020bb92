package dev.nearcache.http.kube;

import dev.nearcache.query.Change;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Optional;

/**
 * What is written of the objects of one type, in one shape: JSON without a line end. Made for one request, whose event loop
 * alone may use it.
 */
interface Text {
    /** The object as it stands alone. */
    byte[] whole(KubeObject object);

    /** The object as an item of a list. */
    byte[] item(KubeObject object);

    /** The text of a list, where what is written of an object depends on the others. */
    default Text ofList(Iterable<KubeObject> objects) {
        return this;
    }

    /** The objects of a list in the order in which they are written. */
    default List<KubeObject> ordered(List<KubeObject> objects) {
        return objects;
    }

    /** What stands before the items of a list. */
    String listHead(String metadata);

    /** What stands behind them. */
    String listTail(String metadata);

    /** A list without items. */
    default String emptyList(String metadata) {
        return listHead(metadata) + listTail(metadata);
    }

    /** Whether a list's metadata is that of a custom type, whose fields are sorted and always name a continue token. */
    boolean hasCustomLists();

    /** The object of a change, as a watch shows it: at the change's version, an inferred deletion marked. */
    byte[] event(Change change);

    /** A name for the text, if it says the same of a change at any time and to anyone, so that it can be made once; else empty. */
    Optional<String> sharedAs();

    /** The object of a bookmark. */
    String bookmark(ResourceVersion version);

    /** The object of the bookmark that ends the initial events. */
    String endOfInitialEvents(ResourceVersion version);
}
