package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.io.IOException;
import java.util.Arrays;

/**
 * One page of a list of metadata, read as its bytes arrive; or of whole objects, of which the rest is left out. The last
 * member's name at each depth says where a value stands. Confined to one thread.
 */
final class MetadataPage {
    private static final int DEEPEST = 5;

    private final TokenFeed feed = new TokenFeed();
    private final String[] members = new String[DEEPEST];
    private Fingerprint fingerprint;
    private String version = "";
    private String continueToken = "";
    private String namespace = "";
    private String name = "";
    private String itemVersion = "";
    private int depth;

    MetadataPage(Fingerprint before) {
        this.fingerprint = before;
        Arrays.fill(members, "");
    }

    /** Of the pages before, and of this one as far as it has come. */
    Fingerprint fingerprint() {
        return fingerprint;
    }

    /** The version of the list; none if it gave none. */
    ResourceVersion version() {
        return ResourceVersion.parse(version).orElse(ResourceVersion.NONE);
    }

    /** Empty on the last page. */
    String continueToken() {
        return continueToken;
    }

    /** Takes the next bytes, cut anywhere; throws {@link UpstreamException} if they are not JSON. */
    void feed(byte[] chunk) {
        try {
            feed.feed(chunk, this::accept);
        } catch (IOException bad) {
            throw new UpstreamException(Reason.BAD_ANSWER, "the list of metadata cannot be read", bad);
        }
    }

    /** No bytes follow; throws {@link UpstreamException} if something is missing. */
    MetadataPage end() {
        try {
            feed.end(this::accept);
        } catch (IOException bad) {
            throw new UpstreamException(Reason.BAD_ANSWER, "the list of metadata breaks off", bad);
        }
        return this;
    }

    private boolean accept(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.FIELD_NAME && depth < DEEPEST) {
            members[depth] = parser.currentName();
        } else if (token == JsonToken.VALUE_STRING) {
            value(parser);
        } else if (token.isStructStart()) {
            depth++;
        } else if (token.isStructEnd()) {
            depth--;
            if (depth == 2 && members[1].equals("items")) {
                item();
            }
        }
        return true;
    }

    private void value(JsonParser parser) throws IOException {
        if (depth == 2 && members[1].equals("metadata")) {
            switch (members[2]) {
                case "resourceVersion" -> version = parser.getText();
                case "continue" -> continueToken = parser.getText();
                default -> {}
            }
        } else if (depth == 4 && members[1].equals("items") && members[3].equals("metadata")) {
            switch (members[4]) {
                case "namespace" -> namespace = parser.getText();
                case "name" -> name = parser.getText();
                case "resourceVersion" -> itemVersion = parser.getText();
                default -> {}
            }
        }
    }

    private void item() {
        fingerprint = fingerprint.with(
                namespace, name, ResourceVersion.parse(itemVersion).orElse(ResourceVersion.NONE));
        namespace = "";
        name = "";
        itemVersion = "";
    }
}
