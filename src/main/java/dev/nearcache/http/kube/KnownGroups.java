package dev.nearcache.http.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.http.kube.DiscoveryForm.Kind;
import dev.nearcache.resource.JsonReading;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.stream.Stream;

/** Which groups the API server had when it was last asked, for when it does not answer. */
final class KnownGroups {
    /** What says that there is no such document; the API server says it with a body. */
    private static final Optional<Buffer> NOTHING = Optional.of(Buffer.buffer());

    private final Documents documents;

    KnownGroups(Documents documents) {
        this.documents = documents;
    }

    /** That there was nothing at a path, as old as the list of groups that shows it; empty if none does. */
    Optional<Document> absence(DiscoveryPath path) {
        return path.namesGroup()
                ? Stream.of(Kind.values())
                        .map(kind -> new Document.Key("/apis", DiscoveryForm.asked(kind), "identity"))
                        .flatMap(key -> documents.held(key).stream())
                        .findFirst()
                        .filter(groups -> !names(groups, path.group()))
                        .map(KnownGroups::absent)
                : Optional.empty();
    }

    /** Whether a document is one that this made. */
    static boolean isAbsence(Document document) {
        return document.status() == 404 && document.body().equals(NOTHING);
    }

    private static Document absent(Document groups) {
        return new Document(404, MultiMap.caseInsensitiveMultiMap(), NOTHING, groups.readNanos(), groups.provenNanos());
    }

    private static boolean names(Document groups, String group) {
        JsonNode list = JsonReading.tree(groups.body().orElseGet(Buffer::buffer).getBytes());
        return Stream.concat(
                        list.path("groups").valueStream().map(one -> one.path("name")),
                        list.path("items").valueStream().map(one -> one.at("/metadata/name")))
                .anyMatch(name -> name.asText().equals(group));
    }
}
