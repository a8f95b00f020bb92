package dev.nearcache.http;

import dev.nearcache.http.kube.Frames;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Change;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.buffer.Buffer;

/** Changes as server-sent events of a stream of one type, each with the version to resume from as its id, if it is a place for that. */
final class EventForm implements Frames.Form {
    private final CachedResource resource;
    private final ResourceType type;
    private final Frames frames;
    private final String name;

    EventForm(CachedResource resource, ResourceType type, Frames frames) {
        this.resource = resource;
        this.type = type;
        this.frames = frames;
        this.name = "events of " + resource.name();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void append(Change change, Buffer out) {
        head(Frames.eventType(change), out);
        if (!change.resumeAt().isNone()) {
            id(change.resumeAt().toString(), out);
        }
        data(frames.data(resource, type, change), out);
    }

    static void head(String name, Buffer out) {
        out.appendString("event: ").appendString(name).appendString("\n");
    }

    static void id(String id, Buffer out) {
        out.appendString("id: ").appendString(id).appendString("\n");
    }

    /** Ends the event. */
    static void data(byte[] line, Buffer out) {
        out.appendString("data: ").appendBytes(line).appendString("\n\n");
    }
}
