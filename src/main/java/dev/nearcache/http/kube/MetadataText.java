package dev.nearcache.http.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.query.Change;
import dev.nearcache.resource.JsonReading;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Objects as {@code PartialObjectMetadata}: their metadata, cut from what is stored (kubernetes-api.md 2.6). */
final class MetadataText implements Text {
    private static final byte[] NONE = {'{', '}'};

    private final TypeText type;
    private final String version;

    /** @param version of the group, as in {@code meta.k8s.io/v1} */
    MetadataText(TypeText type, String version) {
        this.type = type;
        this.version = version;
    }

    @Override
    public byte[] whole(KubeObject object) {
        return partial(object.body().json());
    }

    @Override
    public byte[] item(KubeObject object) {
        return whole(object);
    }

    @Override
    public String listHead(String metadata) {
        return open("PartialObjectMetadataList") + ",\"metadata\":{" + metadata + "},\"items\":[";
    }

    @Override
    public String listTail(String metadata) {
        return "]}";
    }

    /** kube-apiserver's list of no metadata has no array. */
    @Override
    public String emptyList(String metadata) {
        return open("PartialObjectMetadataList") + ",\"metadata\":{" + metadata + "},\"items\":null}";
    }

    @Override
    public boolean hasCustomLists() {
        return false;
    }

    @Override
    public Optional<String> sharedAs() {
        return Optional.of("metadata " + version);
    }

    @Override
    public byte[] event(Change change) {
        return partial(type.event(change));
    }

    @Override
    public String bookmark(ResourceVersion version) {
        return text(partial(bytes(type.bookmark(version))));
    }

    @Override
    public String endOfInitialEvents(ResourceVersion version) {
        return text(partial(bytes(type.endOfInitialEvents(version))));
    }

    /** The metadata of an object's JSON, as an object of its own. */
    byte[] partial(byte[] json) {
        return Buffer.buffer(json.length)
                .appendString(open("PartialObjectMetadata"))
                .appendString(",\"metadata\":")
                .appendBytes(metadata(json))
                .appendByte((byte) '}')
                .getBytes();
    }

    private String open(String kind) {
        return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"meta.k8s.io/" + version + "\"";
    }

    private static byte[] metadata(byte[] json) {
        try (JsonParser parser = JsonReading.whole(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("metadata");
                boolean object = parser.nextToken() == JsonToken.START_OBJECT;
                long start = parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                if (wanted && object) {
                    return Arrays.copyOfRange(
                            json,
                            Math.toIntExact(start),
                            Math.toIntExact(parser.currentTokenLocation().getByteOffset() + 1));
                }
            }
            return NONE;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
