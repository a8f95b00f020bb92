package dev.nearcache.http.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.http.kube.table.CustomPrinter;
import dev.nearcache.http.kube.table.Printer;
import dev.nearcache.http.kube.table.Printers;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.JsonReading;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The printers of kube-apiserver itself, and those that the definitions of custom types ask for (kubernetes-api.md 2.7,
 * "CRDs"). A definition is that of the cache if such are cached, which is read again when it has changed; else the API
 * server's, which is asked once a minute at most. Confined to one event loop.
 */
public final class DefinedPrinters implements PrinterSource {
    static final Duration FRESH = Duration.ofMinutes(1);

    private static final String GROUP = "apiextensions.k8s.io";
    private static final String VERSION = "v1";
    private static final String PLURAL = "customresourcedefinitions";

    private final ResourceCatalog catalog;
    private final QueryService queries;
    private final Documents documents;
    private final Timers timers;

    /** By the path of the collection: as many as there are custom types. */
    private final Map<String, Made> made = new HashMap<>();

    /** Those of one event loop. */
    public DefinedPrinters(ResourceCatalog catalog, QueryService queries, Documents documents, Timers timers) {
        this.catalog = catalog;
        this.queries = queries;
        this.documents = documents;
        this.timers = timers;
    }

    /**
     * What was made of a definition.
     *
     * @param type as it was then
     * @param source what it was made of: the version of a cached definition, empty for one of the API server
     * @param nanos when
     */
    private record Made(ResourceType type, String source, long nanos, Choice choice) {}

    @Override
    public Future<Choice> of(ResourceType type) {
        if (type.builtIn()) {
            return Future.succeededFuture(Choice.certain(Printers.builtIn(type)));
        }
        return catalog.find(GROUP, VERSION, PLURAL)
                .map(definitions -> cached(definitions, type))
                .orElseGet(() -> asked(type));
    }

    private Future<Choice> cached(CachedResource definitions, ResourceType type) {
        return queries.get(definitions, ObjectKey.cluster(type.qualifiedName()), ResourceVersion.NONE)
                .map(definition ->
                        known(type, definition.resourceVersion().toString()).orElseGet(() -> made(type, definition)))
                // It may not be read yet, or be kept without its columns.
                .recover(missing -> asked(type));
    }

    private Choice made(ResourceType type, KubeObject definition) {
        Choice choice = CustomPrinter.of(JsonReading.tree(definition.body().json()), type.version())
                .map(Choice::certain)
                .orElseThrow(() -> new IllegalStateException("no version " + type.version() + " in " + definition));
        return keep(type, definition.resourceVersion().toString(), choice);
    }

    private Future<Choice> asked(ResourceType type) {
        Optional<Choice> known = known(type, "").filter(choice -> isFresh(type));
        if (known.isPresent()) {
            return Future.succeededFuture(known.orElseThrow());
        }
        String path = "/apis/" + GROUP + "/" + VERSION + "/" + PLURAL + "/" + type.qualifiedName();
        return documents
                .get(new Document.Key(path, "application/json", "identity"), FRESH)
                .map(document -> document.isSettled()
                        ? keep(type, "", settled(type, document))
                        : plain(type, "the API server answers " + document.status()))
                .otherwise(failure -> plain(type, String.valueOf(failure.getMessage())));
    }

    private static Choice settled(ResourceType type, Document document) {
        JsonNode answer =
                JsonReading.tree(document.body().orElseGet(Buffer::buffer).getBytes());
        return switch (document.status()) {
            case 200 ->
                CustomPrinter.of(answer, type.version())
                        .map(Choice::certain)
                        .orElseGet(() -> plain(type, "its definition cannot be read"));
            // Served by another server than kube-apiserver, which does not say how it shows its types.
            case 404 -> Choice.certain(CustomPrinter.plain());
            default -> plain(type, answer.path("message").asText());
        };
    }

    private static Choice plain(ResourceType type, String reason) {
        Printer plain = CustomPrinter.plain();
        return new Choice(plain, Optional.of("the columns of " + type + " are not known: " + reason));
    }

    private Optional<Choice> known(ResourceType type, String source) {
        return Optional.ofNullable(made.get(type.collectionPath("")))
                .filter(last -> last.type().equals(type) && last.source().equals(source))
                .map(Made::choice);
    }

    private boolean isFresh(ResourceType type) {
        return Optional.ofNullable(made.get(type.collectionPath("")))
                .filter(last -> timers.nanos() - last.nanos() < FRESH.toNanos())
                .isPresent();
    }

    private Choice keep(ResourceType type, String source, Choice choice) {
        made.put(type.collectionPath(""), new Made(type, source, timers.nanos(), choice));
        return choice;
    }
}
