package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.Arrays;

/**
 * Lists of metadata only: what is there, and at which versions, for a small part of the bytes. Nothing of a list is
 * kept but its fingerprint. A server that knows no such lists answers with whole objects, which do as well.
 */
public final class MetadataList {
    private static final String ACCEPT =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

    private final ApiClient client;
    private final ResourceType type;
    private final Selection selection;

    /** Lists of one selection of one type. */
    public MetadataList(ApiClient client, ResourceType type, Selection selection) {
        this.client = client;
        this.type = type;
        this.selection = selection;
    }

    /**
     * What a list was of.
     *
     * @param version the list's own; {@link ResourceVersion#NONE} if the server gives none
     */
    public record Facts(ResourceVersion version, Fingerprint fingerprint) {}

    /**
     * Lists what there was at exactly this version.
     *
     * @param pageSize objects asked for at a time
     * @return the version of the answer may be another, of a server that does not know this question; fails with
     *     {@link UpstreamException} and nothing else
     */
    public Future<Facts> exactly(ResourceVersion version, int pageSize) {
        Query query = selected()
                .with("limit", Integer.toString(pageSize))
                .with("resourceVersion", version.toString())
                .with("resourceVersionMatch", "Exact");
        return page(query, Fingerprint.EMPTY).compose(page -> rest(page, page.version(), pageSize));
    }

    /** The version of the server's storage now: that of a list of one object, read from there. */
    Future<ResourceVersion> newest() {
        return page(selected().with("limit", "1"), Fingerprint.EMPTY).map(Page::version);
    }

    private Future<Facts> rest(Page page, ResourceVersion version, int pageSize) {
        if (page.continueToken().isEmpty()) {
            return Future.succeededFuture(new Facts(version, page.fingerprint()));
        }
        Query next = selected().with("limit", Integer.toString(pageSize)).with("continue", page.continueToken());
        return page(next, page.fingerprint()).compose(later -> rest(later, version, pageSize));
    }

    private Query selected() {
        return Query.of(type, selection);
    }

    private Future<Page> page(Query query, Fingerprint before) {
        Page page = new Page(before);
        return client.get(query.uri(), ACCEPT)
                .compose(response -> client.read(response, page::feed))
                .map(done -> page.end());
    }

    /** One page, read as its bytes arrive. The last member's name at each depth says where a value stands. */
    private static final class Page {
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

        Page(Fingerprint before) {
            this.fingerprint = before;
            Arrays.fill(members, "");
        }

        Fingerprint fingerprint() {
            return fingerprint;
        }

        ResourceVersion version() {
            return ResourceVersion.parse(version).orElse(ResourceVersion.NONE);
        }

        String continueToken() {
            return continueToken;
        }

        void feed(byte[] chunk) {
            try {
                feed.feed(chunk, this::accept);
            } catch (IOException bad) {
                throw new UpstreamException(Reason.BAD_ANSWER, "the list of metadata cannot be read", bad);
            }
        }

        Page end() {
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
}
