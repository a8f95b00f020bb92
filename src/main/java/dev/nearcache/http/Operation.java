package dev.nearcache.http;

import java.util.List;
import java.util.stream.Stream;

/** The operations of our own paths. Each is one operationId of {@code openapi.yaml}, and has one handler. */
enum Operation {
    LIST_RESOURCES("listResources", "/v1/resources"),
    STREAM_EVENTS("streamEvents", "/v1/stream"),
    LIST_SUBSCRIPTIONS("listSubscriptions", "/v1/subscriptions"),
    LIST_NAMESPACED_OBJECTS("listNamespacedObjects", "/v1/namespaces/{namespace}/{resource}"),
    GET_NAMESPACED_OBJECT("getNamespacedObject", "/v1/namespaces/{namespace}/{resource}/{name}"),
    LIST_OBJECTS("listObjects", "/v1/{resource}"),
    GET_OBJECT("getObject", "/v1/{resource}/{name}");

    /** Those parameters that mean something on a stream of server-sent events alone. */
    static final List<String> STREAMS_OWN = List.of("lastEventId", "onExpired");

    private static final List<String> STREAMED =
            concat(List.of("labelSelector", "fieldSelector", "timeoutSeconds", "partial"), STREAMS_OWN);
    private static final List<String> LISTED = List.of(
            "limit",
            "continue",
            "watch",
            "resourceVersion",
            "resourceVersionMatch",
            "allowWatchBookmarks",
            "sendInitialEvents",
            "pretty");

    private final String id;
    private final String path;

    Operation(String id, String path) {
        this.id = id;
        this.path = path;
    }

    /** The operationId. */
    String id() {
        return id;
    }

    /** The path, with its parameters in braces. */
    String path() {
        return path;
    }

    /** The query parameters it knows; any other is refused. */
    List<String> parameters() {
        return switch (this) {
            case LIST_RESOURCES, LIST_SUBSCRIPTIONS -> List.of("pretty");
            case STREAM_EVENTS -> concat(List.of("resource", "namespace"), STREAMED);
            case LIST_NAMESPACED_OBJECTS, LIST_OBJECTS -> concat(STREAMED, LISTED);
            case GET_NAMESPACED_OBJECT, GET_OBJECT -> List.of("resourceVersion", "pretty");
        };
    }

    /** Those of them that may be given several times. */
    List<String> repeatable() {
        return this == STREAM_EVENTS ? List.of("resource") : List.of();
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
