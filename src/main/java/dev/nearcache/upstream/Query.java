package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A path with its parameters.
 *
 * @param uri as it is sent
 */
record Query(String uri) {
    /** The collection of a type, with the selectors that go on every request for it. */
    static Query of(ResourceType type, Selection selection) {
        return new Query(type.collectionPath(selection.namespace()))
                .with("labelSelector", selection.labelSelector())
                .with("fieldSelector", selection.fieldSelector());
    }

    /** The same with one parameter more, unless its value is empty. */
    Query with(String name, String value) {
        if (value.isEmpty()) {
            return this;
        }
        // A form encodes a space as '+', a URI as %20; every server understands the latter.
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        return new Query(uri + (uri.indexOf('?') < 0 ? '?' : '&') + name + '=' + encoded);
    }
}
