package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;

/** The lines of a watch (kubernetes-api.md 3.1 and 3.2). */
final class WatchLines {
    private WatchLines() {}

    static Buffer object(Change.Kind kind, SimObject object) {
        byte[] body = object.body().json();
        return Buffer.buffer(body.length + 100)
                .appendString("{\"type\":\"" + kind + "\",\"object\":")
                .appendString(object.type().objectHead())
                .appendBytes(body, 1, body.length - 1)
                .appendString("}\n");
    }

    static Buffer bookmark(SimType type, long version) {
        return line("BOOKMARK", marker(type, version));
    }

    /** The bookmark that ends the initial events. */
    static Buffer initialEventsEnd(SimType type, long version) {
        ObjectNode marker = marker(type, version);
        Json.child(marker, "metadata").putObject("annotations").put("k8s.io/initial-events-end", "true");
        return line("BOOKMARK", marker);
    }

    static Buffer error(StatusBody status) {
        return line("ERROR", status.json());
    }

    private static ObjectNode marker(SimType type, long version) {
        ObjectNode marker = Json.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        marker.putObject("metadata").put("resourceVersion", Long.toString(version));
        return marker;
    }

    private static Buffer line(String type, ObjectNode object) {
        ObjectNode event = Json.object().put("type", type);
        event.set("object", object);
        return Buffer.buffer(Json.bytes(event)).appendByte((byte) '\n');
    }
}
