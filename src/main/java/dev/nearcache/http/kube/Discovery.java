package dev.nearcache.http.kube;

import dev.nearcache.http.kube.ShownDiscovery.Shown;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Serves which groups, versions and types there are (kubernetes-api.md 5.1): the API server's own documents, cut down to
 * what can be read here. Where it gave none yet, what the cached types tell about themselves will do.
 */
final class Discovery {
    /** A type that we know and a document does not is reason to ask again, but not with each request. */
    private static final Duration IN_DOUBT = Duration.ofSeconds(1);

    private final Serving serving;
    private final KnownTypes known;

    Discovery(Serving serving) {
        this.serving = serving;
        this.known = new KnownTypes(serving.catalog());
    }

    /** What one request wants. */
    private record Wanted(HttpServerRequest request, DiscoveryPath path, DiscoveryForm form, Shown shown) {
        Document.Key key() {
            return new Document.Key(path.text(), form.asked(), "identity");
        }
    }

    /** Serves the document at a path; what is wrong with the path or the request is thrown or in the future. */
    Future<Void> serve(HttpServerRequest request) {
        String target = String.valueOf(request.path());
        if (target.startsWith("//")) {
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        DiscoveryPath path = DiscoveryPath.parse(target)
                .orElseThrow(() -> Failures.unknownResource().exception());
        Shown shown = shown();
        if (path.namesGroup() && !shown.group(path.group())) {
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        if (path.place() == DiscoveryPath.Place.TYPES && !shown.version(path.group(), path.version())) {
            throw Failures.unknownResource().exception();
        }
        if (!request.method().equals(HttpMethod.GET) && !path.takesAnyMethod()) {
            throw Failures.methodNotAllowed().exception();
        }
        return find(new Wanted(request, path, DiscoveryForm.of(request.getHeader("Accept"), path.place()), shown));
    }

    private Future<Void> find(Wanted wanted) {
        return serving.documents()
                .get(wanted.key(), Documents.FRESH, () -> absence(wanted))
                .compose(document -> found(wanted, document), lost -> ownWords(wanted));
    }

    /** What is cached is there, whatever a list of groups says that may be older. */
    private Optional<Document> absence(Wanted wanted) {
        return wanted.shown().cachesGroup(wanted.path().group())
                ? Optional.empty()
                : new KnownGroups(serving.documents()).absence(wanted.path());
    }

    private Future<Void> found(Wanted wanted, Document document) {
        HttpServerRequest request = wanted.request();
        if (KnownGroups.isAbsence(document)) {
            staleness(document).ifPresent(age -> Freshness.tellCopy(request.response(), age));
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        return wanted.shown().all() && document.status() == 404
                ? serving.relay().read(request, wanted.path().text())
                : settled(wanted, document).compose(settled -> send(wanted, settled));
    }

    /** The document, asked for again if it does not name what is cached. */
    private Future<Document> settled(Wanted wanted, Document document) {
        boolean complete = cut(wanted, document)
                .map(cut -> cut.isComplete(wanted.shown(), wanted.path()))
                .orElse(true);
        return complete ? Future.succeededFuture(document) : serving.documents().get(wanted.key(), IN_DOUBT);
    }

    private Optional<ShownDiscovery> cut(Wanted wanted, Document document) {
        Shown shown = wanted.shown();
        return document.body()
                .filter(body -> document.status() == 200)
                .map(body -> serving.documents()
                        .cut(
                                new ShownDiscovery.Key(wanted.key(), document.readNanos(), shown),
                                () -> DiscoveryCut.of(body.getBytes(), shown)));
    }

    private Future<Void> send(Wanted wanted, Document document) {
        Optional<ShownDiscovery> cut = cut(wanted, document);
        if (cut.isEmpty()) {
            return ownWords(wanted);
        }
        HttpServerRequest request = wanted.request();
        boolean asAsked = wanted.form().isOf(document.headers().get("Content-Type"));
        DiscoveryForm form = asAsked ? wanted.form() : older(request);
        Optional<Duration> stale = staleness(document);
        stale.ifPresent(age -> Freshness.tellCopy(request.response(), age));
        byte[] json = cut.get().json().getBytes();
        Representation representation = Representation.of(request, form.form(), json.length);
        switch (form.kind()) {
            case PLAIN -> Answers.send(request.response(), json, representation);
            case AGGREGATED ->
                stale.ifPresentOrElse(
                        age -> Answers.named(request.response(), json, representation, form.mediaType()),
                        () -> Answers.tagged(
                                request,
                                json,
                                representation,
                                form.mediaType(),
                                cut.get().tag()));
        }
        return Future.succeededFuture();
    }

    private Optional<Duration> staleness(Document document) {
        return serving.documents().staleness(document, Documents.FRESH);
    }

    private static DiscoveryForm older(HttpServerRequest request) {
        return DiscoveryForm.plain(request.getHeader("Accept"))
                .orElseThrow(() -> Failures.notAcceptable().exception());
    }

    /** What we know ourselves, which is only there in the older form. */
    private Future<Void> ownWords(Wanted wanted) {
        HttpServerRequest request = wanted.request();
        JsonObject document = known.at(wanted.path())
                .orElseThrow(() -> Failures.unknownResource().exception());
        DiscoveryForm plain = switch (wanted.form().kind()) {
            case PLAIN -> wanted.form();
            case AGGREGATED -> older(request);
        };
        Freshness.warn(request.response(), "the API server gives no discovery: these are the types that are cached");
        Freshness.forbidKeeping(request.response());
        byte[] json = document.toBuffer().getBytes();
        Answers.send(request.response(), json, Representation.of(request, plain.form(), json.length));
        return Future.succeededFuture();
    }

    private Shown shown() {
        return new Shown(
                serving.through().types(),
                serving.catalog().all().stream()
                        .map(CachedResource::type)
                        .flatMap(Optional<ResourceType>::stream)
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
