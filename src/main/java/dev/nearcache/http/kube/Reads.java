package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ListQuery;
import dev.nearcache.query.ListResult;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.Selection;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Serves one object or one list. Answers when the response has begun or, as a failed future, says why it cannot. */
public final class Reads {
    /** A list below both limits is one piece anyway: it is sent as such, with its length. */
    private static final int FEW = 64;

    private static final long SMALL = 32 << 10;

    private final Serving serving;

    public Reads(Serving serving) {
        this.serving = serving;
    }

    /** Serves one object. */
    public Future<Void> get(HttpServerRequest request, CachedResource resource, ObjectKey key) {
        String asked = request.params().get("resourceVersion");
        ResourceVersion version = ListRules.getVersion(asked == null ? "" : asked);
        return serving.queries()
                .get(resource, key, version)
                .compose(object -> sent(() -> send(request, resource, object)));
    }

    /** Serves one list or page. */
    public Future<Void> list(
            HttpServerRequest request, CachedResource resource, String namespace, MultiMap parameters) {
        ListOptions options = ListOptions.parse(parameters);
        Selection selection = options.selection(namespace, resource);
        ListQuery query = ListRules.list(options, selection);
        return serving.queries()
                .list(resource, query)
                .compose(page -> sent(() -> send(request, resource, selection, page)));
    }

    /**
     * The type as discovery found it; there are no objects before that.
     *
     * @throws QueryException if it has gone just now
     */
    public static ResourceType typeOf(CachedResource resource) {
        return resource.type().orElseThrow(() -> QueryException.notSynced(resource));
    }

    /** What cannot be sent after all, as when the type has gone just now, is a failure, not an answer that never comes. */
    private static Future<Void> sent(Runnable sending) {
        sending.run();
        return Future.succeededFuture();
    }

    private void send(HttpServerRequest request, CachedResource resource, KubeObject object) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        Freshness.tell(response, resource, Selection.everythingIn(object.key().namespace()));
        Representation representation = Representation.of(request, object.body().jsonLength());
        if (!unchanged(request, EntityTags.of(object, representation))) {
            Answers.send(response, new TypeText(typeOf(resource)).whole(object), representation);
        }
    }

    private void send(HttpServerRequest request, CachedResource resource, Selection selection, ListResult page) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        Freshness.tell(response, resource, selection);
        if (selection.scans()) {
            Freshness.warn(response, "no index for this field selector: all objects in range were read");
        }
        Representation representation = Representation.of(request, size(page));
        if (unchanged(request, EntityTags.of(page, representation))) {
            return;
        }
        Answers.describe(response, representation);
        BodyFilter filter = representation.filter();
        ListBody body = new ListBody(page, new TypeText(typeOf(resource)), filter);
        if (page.objects().size() <= FEW && size(page) <= SMALL) {
            response.end(body.whole()).onFailure(gone -> {});
        } else {
            response.setChunked(true);
            serving.pumps().body(request, body, filter::close).wake();
        }
    }

    /** Sets the entity tag, and answers at once if the client has that already. */
    private static boolean unchanged(HttpServerRequest request, String tag) {
        HttpServerResponse response = request.response().putHeader("ETag", tag);
        boolean same = EntityTags.matches(request.getHeader("If-None-Match"), tag);
        if (same) {
            response.setStatusCode(304).end().onFailure(gone -> {});
        }
        return same;
    }

    private static long size(ListResult page) {
        long size = 0;
        for (KubeObject object : page.objects()) {
            size += object.body().jsonLength();
        }
        return size;
    }
}
