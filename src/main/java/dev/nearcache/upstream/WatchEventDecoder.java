package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.HeldObjects;
import dev.nearcache.resource.JsonReading;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.MalformedObjectException;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectHeader;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns the bytes of a watch, cut anywhere, into its events (kubernetes-api.md 3.1 and 3.2). {@code type} and
 * {@code object} may come in either order.
 */
final class WatchEventDecoder {
    /** Takes one event after the other. */
    interface Events {
        /** Takes an event, and says whether the next one is wanted. */
        boolean take(WatchEvent event);
    }

    private static final Set<String> STATUS_VERSIONS = Set.of("v1", "meta.k8s.io/v1");

    private enum Place {
        BETWEEN_EVENTS,
        EVENT,
        OBJECT,
        ELSEWHERE
    }

    private final TokenFeed feed = new TokenFeed();
    private final ResourceType type;
    private final ObjectDecoder objects;
    private final UpstreamObserver observer;

    /** Copies the object of an ERROR event whole, whatever the layout of the type leaves out. */
    private final ObjectDecoder statuses =
            new ObjectDecoder(ObjectLayout.whole(), ObjectCodec.none(), HeldObjects.NONE, new byte[0]);

    private Place place = Place.BETWEEN_EVENTS;
    private String member = "";
    private String eventType = "";
    private int depth;

    WatchEventDecoder(ResourceType type, ObjectDecoder objects, UpstreamObserver observer) {
        this.type = type;
        this.objects = objects;
        this.observer = observer;
    }

    /**
     * Hands over the events that a chunk completes, until one is the last wanted. What is not a watch event is handed
     * over as {@link WatchEvent.Failed}, and the decoder is used up.
     */
    void feed(byte[] chunk, Events events) {
        try {
            feed.feed(chunk, parser -> accept(parser, events));
        } catch (IOException bad) {
            events.take(undecodable(JsonReading.problem(bad)));
        }
    }

    private boolean accept(JsonParser parser, Events events) throws IOException {
        JsonToken token = parser.currentToken();
        switch (place) {
            case BETWEEN_EVENTS -> {
                return begin(token, events);
            }
            case EVENT -> {
                return member(token, parser, events);
            }
            case OBJECT -> object(parser);
            case ELSEWHERE -> skip(token);
        }
        return true;
    }

    private boolean begin(JsonToken token, Events events) {
        if (token != JsonToken.START_OBJECT) {
            events.take(undecodable("a line is no object"));
            return false;
        }
        place = Place.EVENT;
        eventType = "";
        objects.reset();
        statuses.reset();
        return true;
    }

    private boolean member(JsonToken token, JsonParser parser, Events events) throws IOException {
        if (token == JsonToken.FIELD_NAME) {
            member = parser.currentName();
        } else if (token == JsonToken.END_OBJECT) {
            place = Place.BETWEEN_EVENTS;
            return events.take(event());
        } else if (member.equals("object")) {
            place = Place.OBJECT;
            object(parser);
        } else if (member.equals("type") && token == JsonToken.VALUE_STRING) {
            eventType = parser.getText();
        } else if (token.isStructStart()) {
            place = Place.ELSEWHERE;
            skip(token);
        }
        return true;
    }

    /** Before the type is known, the object may be either. */
    private void object(JsonParser parser) throws IOException {
        boolean error = eventType.equals("ERROR");
        boolean objectEnded = !error && objects.accept(parser);
        boolean statusEnded = (error || eventType.isEmpty()) && statuses.accept(parser);
        if (objectEnded || statusEnded) {
            place = Place.EVENT;
        }
    }

    private void skip(JsonToken token) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        place = depth == 0 ? Place.EVENT : Place.ELSEWHERE;
    }

    private WatchEvent event() {
        if (eventType.equals("ERROR")) {
            return error();
        }
        ObjectHeader header = objects.header();
        if (!header.kind().equals(type.kind()) || !header.apiVersion().equals(type.apiVersion())) {
            return new WatchEvent.Foreign("an object of kind \"" + header.kind() + "\" and apiVersion \""
                    + header.apiVersion() + "\" in a watch of " + type);
        }
        try {
            return switch (eventType) {
                case "ADDED" -> new WatchEvent.Added(object());
                case "MODIFIED" -> new WatchEvent.Modified(object());
                case "DELETED" -> new WatchEvent.Deleted(object());
                case "BOOKMARK" -> bookmark(header);
                default ->
                    new WatchEvent.Unknown(
                            "an event of unknown type \"" + eventType + "\"",
                            objects.object().resourceVersion());
            };
        } catch (MalformedObjectException malformed) {
            observer.unreadable(String.valueOf(malformed.getMessage()));
            return new WatchEvent.Foreign(String.valueOf(malformed.getMessage()));
        }
    }

    private KubeObject object() {
        KubeObject object = objects.object();
        observer.readable(object.key());
        return object;
    }

    private static WatchEvent bookmark(ObjectHeader header) {
        Optional<ResourceVersion> version =
                ResourceVersion.parse(header.resourceVersion()).filter(parsed -> !parsed.isNone());
        return version.<WatchEvent>map(at ->
                        new WatchEvent.Bookmark(at, header.initialEventsEnd().equals("true")))
                .orElseGet(() -> new WatchEvent.Foreign(
                        "a bookmark whose resourceVersion \"" + header.resourceVersion() + "\" is not a version"));
    }

    /** An ERROR that is no Status matches no predicate of reflector.md 1.4. */
    private WatchEvent error() {
        ObjectHeader header = statuses.header();
        boolean status = header.kind().equals("Status") && STATUS_VERSIONS.contains(header.apiVersion());
        return new WatchEvent.Failed(
                status
                        ? StatusReader.ofEvent(statuses.json())
                        : ApiStatus.of(0, "", "unexpected object of kind \"" + header.kind() + "\" in an ERROR event"));
    }

    private static WatchEvent undecodable(String message) {
        String text = "unable to decode an event from the watch stream: " + message;
        List<ApiStatus.Cause> causes = List.of(
                new ApiStatus.Cause("UnexpectedServerResponse", text),
                new ApiStatus.Cause("ClientWatchDecoding", text));
        return new WatchEvent.Failed(new ApiStatus(500, "InternalError", text, causes, Duration.ZERO));
    }
}
