package dev.nearcache.resource;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.LayoutNode.Copying;
import dev.nearcache.resource.LayoutNode.Role;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import dev.nearcache.resource.OpenContainers.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts one object after the other out of a stream of JSON tokens: copies its canonical text without top-level
 * {@code kind} and {@code apiVersion} and without what its layout leaves out, and takes out identity, labels and index
 * values in the same pass. Confined to one thread.
 *
 * <p>Numbers keep their text and members their order; texts are escaped as little as JSON allows. No tree is built, and
 * buffers are used again for the next object. A place that is left out is still read for indexes and labels.
 *
 * <p>For a stream, call {@link #accept} with each token of a value and, once it returns true, {@link #header} and
 * {@link #object}. For a text at hand, call {@link #decode}.
 */
public final class ObjectDecoder {
    private final LayoutNode root;
    private final int indexes;
    private final ObjectCodec codec;
    private final HeldObjects held;
    private final byte[] salt;
    private final TextPool pool;
    private final ObjectFacts facts;
    private final ValueHash hash;
    private final JsonBytes out = new JsonBytes();

    private final OpenContainers open = new OpenContainers();

    /** The member whose name came last: its name, place and beginning. */
    private String name = "";

    private LayoutNode member;
    private int memberStart;

    /** Where the first member of the metadata begins in the copy. */
    private int metadataStart;

    /**
     * A decoder of one type's objects.
     *
     * @param layout what is kept and indexed
     * @param codec makes the stored form
     * @param held an object that is held there in the same state is returned instead of being built again
     * @param salt of this process, for {@link ValuePolicy#HASHED}
     */
    public ObjectDecoder(ObjectLayout layout, ObjectCodec codec, HeldObjects held, byte[] salt) {
        this(LayoutCompiler.compile(layout), layout.indexes().size(), codec, held, salt, new TextPool());
    }

    private ObjectDecoder(
            LayoutNode root, int indexes, ObjectCodec codec, HeldObjects held, byte[] salt, TextPool pool) {
        this.root = root;
        this.member = root;
        this.indexes = indexes;
        this.codec = codec;
        this.held = held;
        this.salt = salt.clone();
        this.pool = pool;
        this.facts = new ObjectFacts(indexes, pool);
        this.hash = new ValueHash(salt);
    }

    /** A decoder for a second stream of the same objects on the same thread: it shares all but the buffers. */
    public ObjectDecoder sibling() {
        return new ObjectDecoder(root, indexes, codec, held, salt, pool);
    }

    /** Forgets the value that came last, or the part of it that came. */
    public void reset() {
        open.clear();
        facts.clear();
        out.clear();
    }

    /**
     * Takes the parser's current token.
     *
     * @return whether it ended the value whose first token came first
     * @throws IOException if the parser cannot read the token's text
     */
    public boolean accept(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (open.depth() == 0) {
            reset();
        }
        if (open.buries(token)) {
            return false;
        }
        switch (token) {
            case FIELD_NAME -> beginMember(parser.currentName());
            case START_OBJECT, START_ARRAY -> push(token);
            case END_OBJECT, END_ARRAY -> pop(token);
            default -> scalar(token, parser);
        }
        return open.depth() == 0;
    }

    /** What the object that just ended says of itself. */
    public ObjectHeader header() {
        return facts.header();
    }

    /**
     * The object that just ended.
     *
     * @throws MalformedObjectException if it cannot be kept
     */
    public KubeObject object() {
        ObjectHeader header = readable();
        ObjectKey key = header.key();
        ResourceVersion version = ResourceVersion.parse(header.resourceVersion())
                .filter(parsed -> !parsed.isNone())
                .orElseThrow(() -> new MalformedObjectException(
                        key + ": metadata.resourceVersion \"" + header.resourceVersion() + "\" is not a version"));
        KubeObject known = held.get(key);
        if (known != null && known.isState(version, header.uid(), out.array(), out.size())) {
            return known;
        }
        return built(header, version, out.array(), out.size());
    }

    /**
     * The same, where the API server may give no versions (metrics, component statuses): an object without one gets the
     * version given here, in its body too, unless it is what is held already.
     *
     * @throws MalformedObjectException if it cannot be kept
     */
    public KubeObject objectAt(ResourceVersion fallback) {
        ObjectHeader header = readable();
        if (!header.resourceVersion().isEmpty()) {
            return object();
        }
        KubeObject known = held.get(header.key());
        if (known != null && Arrays.equals(known.body().json(), versioned(known.resourceVersion()))) {
            return known;
        }
        byte[] json = versioned(fallback);
        return built(header, fallback, json, json.length);
    }

    /** What is held of the object that just ended and cannot be kept, if it is named and anything is. */
    public Optional<KubeObject> lastReadable() {
        ObjectHeader header = facts.header();
        return header.name().isEmpty() ? Optional.empty() : Optional.ofNullable(held.get(header.key()));
    }

    private ObjectHeader readable() {
        ObjectHeader header = facts.header();
        if (header.name().isEmpty()) {
            throw new MalformedObjectException(
                    (header.uid().isEmpty() ? "an object" : "the object with uid " + header.uid())
                            + " has no metadata.name");
        }
        if (open.buried()) {
            throw new MalformedObjectException(
                    header.key() + ": is nested deeper than " + OpenContainers.DEEPEST + " levels");
        }
        return header;
    }

    private KubeObject built(ObjectHeader header, ResourceVersion version, byte[] json, int length) {
        StoredBody body = codec.encode(json, 0, length);
        return new KubeObject(header.key(), version, header.uid(), facts.labels(), facts.indexed(), body);
    }

    /** The JSON with a version as the first of its metadata, where it has none. */
    private byte[] versioned(ResourceVersion version) {
        return out.inserted(metadataStart, "\"resourceVersion\":\"" + version + "\",");
    }

    /** The canonical JSON of the value that just ended. */
    public byte[] json() {
        return Arrays.copyOf(out.array(), out.size());
    }

    /**
     * Decodes one object.
     *
     * @throws MalformedObjectException if it is no JSON, or cannot be kept
     */
    public KubeObject decode(byte[] json) {
        reset();
        try (JsonParser parser = JsonReading.whole(json)) {
            do {
                if (parser.nextToken() == null) {
                    throw new MalformedObjectException("not an object: the text is empty");
                }
            } while (!accept(parser));
            if (parser.nextToken() != null) {
                throw new MalformedObjectException("something follows the object");
            }
        } catch (JsonProcessingException notJson) {
            throw new MalformedObjectException(JsonReading.problem(notJson));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return object();
    }

    private void beginMember(String memberName) {
        name = memberName;
        member = open.place().field(memberName);
        memberStart = out.size();
        if (member.copying() != Copying.NONE) {
            out.name(memberName);
        }
    }

    /** Where the value that begins now is. */
    private LayoutNode place() {
        return switch (open.kind()) {
            case NONE -> root;
            case ARRAY -> open.place().element();
            case OBJECT -> member;
        };
    }

    private void push(JsonToken token) {
        LayoutNode place = place();
        if (place.copying() != Copying.NONE) {
            out.open(token == JsonToken.START_OBJECT ? '{' : '[');
        }
        open.push(token == JsonToken.START_ARRAY ? Kind.ARRAY : Kind.OBJECT, place, memberStart);
        if (open.depth() == 2 && name.equals("metadata")) {
            metadataStart = out.size();
        }
    }

    private void pop(JsonToken token) {
        Copying copying = open.place().copying();
        int start = open.pop();
        if (copying == Copying.SOME && open.kind() == Kind.OBJECT && out.justOpened()) {
            out.truncate(start);
        } else if (copying != Copying.NONE) {
            out.close(token == JsonToken.END_OBJECT ? '}' : ']');
        }
    }

    private void scalar(JsonToken token, JsonParser parser) throws IOException {
        LayoutNode place = place();
        boolean text = token == JsonToken.VALUE_STRING;
        char[] chars = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        int length = parser.getTextLength();
        if (text && place.role() != Role.NONE) {
            facts.role(place.role(), chars, offset, length);
        }
        if (text && open.kind() == Kind.OBJECT && open.place().role() == Role.LABELS) {
            facts.label(name, chars, offset, length);
        }
        if (place.values() == ValuePolicy.HASHED && token != JsonToken.VALUE_NULL) {
            char[] hashed = hash.of(chars, offset, length);
            keep(place, JsonToken.VALUE_STRING, hashed, 0, hashed.length);
        } else {
            keep(place, token, chars, offset, length);
        }
    }

    private void keep(LayoutNode place, JsonToken token, char[] chars, int offset, int length) {
        if (token != JsonToken.VALUE_NULL) {
            for (int ordinal : place.indexes()) {
                facts.indexed(ordinal, chars, offset, length);
            }
        }
        switch (place.copying()) {
            case ALL -> {
                if (token == JsonToken.VALUE_STRING) {
                    out.string(chars, offset, length);
                } else {
                    out.raw(chars, offset, length);
                }
            }
            // A path leads on below here, and there is no below: nothing of the member is kept.
            case SOME -> {
                if (open.kind() == Kind.OBJECT) {
                    out.truncate(memberStart);
                }
            }
            case NONE -> {}
        }
    }
}
