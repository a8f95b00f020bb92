package dev.nearcache.upstream;

import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.Future;

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
        return page(selected().with("limit", "1"), Fingerprint.EMPTY).map(MetadataPage::version);
    }

    private Future<Facts> rest(MetadataPage page, ResourceVersion version, int pageSize) {
        if (page.continueToken().isEmpty()) {
            return Future.succeededFuture(new Facts(version, page.fingerprint()));
        }
        Query next = selected().with("limit", Integer.toString(pageSize)).with("continue", page.continueToken());
        return page(next, page.fingerprint()).compose(later -> rest(later, version, pageSize));
    }

    private Query selected() {
        return Query.of(type, selection);
    }

    private Future<MetadataPage> page(Query query, Fingerprint before) {
        MetadataPage page = new MetadataPage(before);
        return client.get(query.uri(), ACCEPT)
                .compose(response -> client.read(response, page::feed))
                .map(done -> page.end());
    }
}
