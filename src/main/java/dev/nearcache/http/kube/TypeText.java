package dev.nearcache.http.kube;

import dev.nearcache.query.Change;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The texts of one type: its objects with kind and apiVersion put back, and the heads of its lists. Built-in types name
 * the kind first, custom ones in the order of the alphabet, as kube-apiserver does (kubernetes-api.md 2.4).
 */
public final class TypeText implements Text {
    private static final String END_MARK = ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}";

    private final ResourceType type;
    private final byte[] identity;

    /** The texts of a type. */
    public TypeText(ResourceType type) {
        this.type = type;
        this.identity = identity(type.kind()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] whole(KubeObject object) {
        return identified(object.body().json());
    }

    @Override
    public byte[] item(KubeObject object) {
        return type.builtIn() ? object.body().json() : whole(object);
    }

    /** The object of a change, at the change's version. */
    byte[] changed(Change change) {
        byte[] json = change.object().body().json();
        return identified(
                change.version().equals(change.object().resourceVersion())
                        ? json
                        : BodyEdit.withVersion(json, change.version().toString()));
    }

    @Override
    public Optional<String> sharedAs() {
        return Optional.of("object");
    }

    /** As {@link #changed}, with the mark of an inferred deletion as an annotation, where Kubernetes clients can see it. */
    @Override
    public byte[] event(Change change) {
        byte[] json = changed(change);
        return switch (change.finality()) {
            case KNOWN -> json;
            case UNKNOWN -> BodyEdit.withFinalStateUnknown(json);
        };
    }

    @Override
    public String bookmark(ResourceVersion version) {
        return "{" + identity(type.kind()) + ",\"metadata\":{\"resourceVersion\":\"" + version + "\"}}";
    }

    @Override
    public String endOfInitialEvents(ResourceVersion version) {
        return "{" + identity(type.kind()) + ",\"metadata\":{\"resourceVersion\":\"" + version + "\"" + END_MARK + "}}";
    }

    @Override
    public String listHead(String metadata) {
        return type.builtIn()
                ? "{" + identity(type.listKind()) + ",\"metadata\":{" + metadata + "},\"items\":["
                : "{\"apiVersion\":\"" + type.apiVersion() + "\",\"items\":[";
    }

    @Override
    public String listTail(String metadata) {
        return type.builtIn() ? "]}" : "],\"kind\":\"" + type.listKind() + "\",\"metadata\":{" + metadata + "}}";
    }

    @Override
    public boolean hasCustomLists() {
        return !type.builtIn();
    }

    private String identity(String kind) {
        String kindText = "\"kind\":\"" + kind + "\"";
        String versionText = "\"apiVersion\":\"" + type.apiVersion() + "\"";
        return type.builtIn() ? kindText + "," + versionText : versionText + "," + kindText;
    }

    private byte[] identified(byte[] json) {
        boolean empty = json.length == 2;
        Buffer whole = Buffer.buffer(json.length + identity.length + 2);
        whole.appendByte((byte) '{').appendBytes(identity);
        if (!empty) {
            whole.appendByte((byte) ',');
        }
        return whole.appendBytes(json, 1, json.length - 1).getBytes();
    }
}
