package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.JsonReading;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.MalformedObjectException;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads a list as its bytes arrive; the members of its envelope may come in any order (kubernetes-api.md 2.4). Every
 * method fails with {@link Reason#BAD_ANSWER}, after which the decoder is used up.
 *
 * <p>An item that is JSON, but no object that can be kept, costs only itself: it is told, and what is held of it, if
 * anything, stands in for it, since to leave it out would say that it was deleted.
 */
final class ListDecoder {
    /** What a success may be that is no list. */
    private static final Set<String> NOT_LISTS = Set.of("Table", "Status");

    private enum Place {
        START,
        ENVELOPE,
        METADATA,
        ITEMS,
        ELSEWHERE,
        END
    }

    private final TokenFeed feed = new TokenFeed();
    private final ResourceType type;
    private final ObjectDecoder objects;
    private final ResourceVersion fallback;
    private final Allowance allowance;
    private final Consumer<String> unreadable;
    private final List<KubeObject> items = new ArrayList<>();

    /** The texts of the envelope by name, those of its metadata with {@code metadata.} before it. */
    private final Map<String, String> texts = new HashMap<>();

    private int completed;
    private Place place = Place.START;
    private String member = "";

    /** How many containers are open inside the place we are at. */
    private int depth;

    /**
     * A decoder of one list.
     *
     * @param type whose list it must be, if it says whose it is
     * @param fallback for a list and objects that have no version; {@link ResourceVersion#NONE} where objects must
     * @param allowance counts each item that is kept, and ends the list where it refuses one
     * @param unreadable is told of each item that cannot be kept
     */
    ListDecoder(
            ResourceType type,
            ObjectDecoder objects,
            ResourceVersion fallback,
            Allowance allowance,
            Consumer<String> unreadable) {
        this.type = type;
        this.objects = objects;
        this.fallback = fallback;
        this.allowance = allowance;
        this.unreadable = unreadable;
    }

    /** Takes the next bytes and says how many objects they completed. */
    int feed(byte[] chunk) {
        int before = completed;
        try {
            feed.feed(chunk, this::accept);
        } catch (IOException bad) {
            throw bad(bad);
        }
        return completed - before;
    }

    /** The page, once all bytes have come. */
    ListPage end() {
        try {
            feed.end(this::accept);
        } catch (IOException bad) {
            throw bad(bad);
        }
        String kind = texts.getOrDefault("kind", "");
        if (NOT_LISTS.contains(kind)) {
            throw bad("it is a " + kind);
        }
        String apiVersion = texts.getOrDefault("apiVersion", type.apiVersion());
        if (!apiVersion.equals(type.apiVersion())) {
            // An item of another type could not be told from one of ours: list items need not name their kind.
            throw bad("it is a " + kind + " of " + apiVersion + ", not of " + type.apiVersion());
        }
        if (place != Place.END || !texts.containsKey("items")) {
            throw bad("it has no items");
        }
        String version = texts.getOrDefault("metadata.resourceVersion", "");
        ResourceVersion parsed = version.isEmpty()
                ? fallback
                : ResourceVersion.parse(version)
                        .orElseThrow(() -> bad("its resourceVersion \"" + version + "\" is not a version"));
        return new ListPage(kind, items, parsed, texts.getOrDefault("metadata.continue", ""));
    }

    private boolean accept(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        switch (place) {
            case START -> start(token);
            case ENVELOPE -> envelope(token, parser);
            case METADATA -> metadata(token, parser);
            case ITEMS -> item(token, parser);
            case ELSEWHERE -> nest(token);
            case END -> throw bad("something follows it");
        }
        return true;
    }

    private void start(JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw bad("it is no object");
        }
        place = Place.ENVELOPE;
    }

    private void envelope(JsonToken token, JsonParser parser) throws IOException {
        switch (token) {
            case FIELD_NAME -> member = parser.currentName();
            case END_OBJECT -> place = Place.END;
            case START_OBJECT, START_ARRAY -> {
                depth = 1;
                place = container(token);
            }
            case VALUE_NULL -> texts.putIfAbsent(member, "");
            default -> {
                if (member.equals("items")) {
                    throw bad("its items are no array");
                }
                texts.put(member, parser.getText());
            }
        }
    }

    private Place container(JsonToken token) {
        if (token == JsonToken.START_ARRAY && member.equals("items")) {
            texts.put("items", "");
            return Place.ITEMS;
        }
        return token == JsonToken.START_OBJECT && member.equals("metadata") ? Place.METADATA : Place.ELSEWHERE;
    }

    private void metadata(JsonToken token, JsonParser parser) throws IOException {
        if (depth == 1 && token == JsonToken.FIELD_NAME) {
            member = "metadata." + parser.currentName();
        } else if (depth == 1 && token == JsonToken.VALUE_STRING) {
            texts.put(member, parser.getText());
        } else {
            nest(token);
        }
    }

    private void item(JsonToken token, JsonParser parser) throws IOException {
        if (depth == 1 && token == JsonToken.END_ARRAY) {
            nest(token);
        } else if (objects.accept(parser)) {
            depth = 1;
            completed++;
            keep();
        } else {
            depth = 2;
        }
    }

    private void keep() {
        try {
            keep(fallback.isNone() ? objects.object() : objects.objectAt(fallback));
        } catch (MalformedObjectException malformed) {
            unreadable.accept(String.valueOf(malformed.getMessage()));
            objects.lastReadable().ifPresent(this::keep);
        }
    }

    private void keep(KubeObject object) {
        allowance.take(object).ifPresent(refusal -> {
            throw refusal;
        });
        items.add(object);
    }

    private void nest(JsonToken token) {
        if (token.isStructStart()) {
            depth++;
        } else if (token.isStructEnd()) {
            depth--;
            place = depth == 0 ? Place.ENVELOPE : place;
        }
    }

    private static UpstreamException bad(IOException cause) {
        String message = JsonReading.problem(cause);
        return new UpstreamException(Reason.BAD_ANSWER, "the list cannot be read: " + message, cause);
    }

    private static UpstreamException bad(String what) {
        return new UpstreamException(Reason.BAD_ANSWER, "the answer is not a list: " + what, null);
    }
}
