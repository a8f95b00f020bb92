package dev.nearcache.resource;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.LayoutNode.Copying;
import dev.nearcache.resource.LayoutNode.Role;
import dev.nearcache.resource.LayoutNode.Showing;
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
        readable();
        long version = ResourceVersion.number(facts.version());
        if (version == 0) {
            throw new MalformedObjectException(
                    facts.key().key() + ": metadata.resourceVersion \"" + facts.version() + "\" is not a version");
        }
        KubeObject known = held.find(facts.key());
        return known != null && known.isState(version, out.array(), out.size())
                ? known
                : built(ResourceVersion.of(version), out.array(), out.size());
    }

    /**
     * The same, where the API server may give no versions (metrics, component statuses): an object without one gets the
     * version given here, in its body too, unless it is what is held already.
     *
     * @throws MalformedObjectException if it cannot be kept
     */
    public KubeObject objectAt(ResourceVersion fallback) {
        readable();
        if (!facts.version().isEmpty()) {
            return object();
        }
        KubeObject known = held.find(facts.key());
        if (known != null && Arrays.equals(known.body().json(), versioned(known.resourceVersion()))) {
            return known;
        }
        byte[] json = versioned(fallback);
        return built(fallback, json, json.length);
    }

    /** What is held of the object that just ended and cannot be kept, if it is named and anything is. */
    public Optional<KubeObject> lastReadable() {
        return facts.key().isNamed() ? Optional.ofNullable(held.find(facts.key())) : Optional.empty();
    }

    private void readable() {
        if (!facts.key().isNamed()) {
            throw new MalformedObjectException(
                    (facts.uid().isEmpty() ? "an object" : "the object with uid " + facts.uid())
                            + " has no metadata.name");
        }
        if (out.full()) {
            throw new MalformedObjectException(
                    facts.key().key() + ": is larger than " + (JsonBytes.MOST >> 20) + " MiB");
        }
        if (open.buried()) {
            throw new MalformedObjectException(
                    facts.key().key() + ": is nested deeper than " + OpenContainers.DEEPEST + " levels");
        }
    }

    private KubeObject built(ResourceVersion version, byte[] json, int length) {
        StoredBody body = codec.encode(json, 0, length);
        String uid = facts.uid().toString();
        return new KubeObject(facts.key().key(), version, uid, facts.labels(), facts.indexed(), body);
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
        if (out.full()) {
            return;
        }
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
        switch (token == JsonToken.VALUE_NULL ? Showing.VALUES : place.showing()) {
            case VALUES -> keep(place, token, chars, offset, length);
            case HASHES -> keepText(place, hash.of(chars, offset, length));
            case HASHES_IN_BASE64 -> keepText(place, hash.ofBytes(chars, offset, length));
        }
    }

    private void keepText(LayoutNode place, char[] text) {
        keep(place, JsonToken.VALUE_STRING, text, 0, text.length);
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
