package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ListQuery;
import dev.nearcache.query.ListResult;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.Selection;
import dev.nearcache.resource.FieldLabels;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Serves one object or one list. Answers when the response has begun or, as a failed future, says why it cannot. */
public final class Reads {
    /** A list below both limits is one piece anyway: it is sent as such, with its length. */
    private static final int FEW = 64;

    private static final long SMALL = 32 << 10;

    private final Serving serving;
    private final Texts texts;

    public Reads(Serving serving) {
        this.serving = serving;
        this.texts = new Texts(serving.printers(), serving.timers()::now);
    }

    /** Serves one object in a form. */
    public Future<Void> get(
            HttpServerRequest request, Form form, CachedResource resource, ObjectKey key, Parameters parameters) {
        String asked = parameters.get("resourceVersion");
        ResourceVersion version = ListRules.getVersion(asked == null ? "" : asked);
        return within(parameters, serving.queries().get(resource, key, version))
                .recover(failure ->
                        Freshness.told(request.response(), resource, Selection.everythingIn(key.namespace()), failure))
                .compose(object -> texts.of(request, form, Texts.Target.ITEM, typeOf(resource))
                        .compose(text -> sent(() -> send(request, form, resource, text, object))));
    }

    /** Serves one list or page in a form. */
    public Future<Void> list(
            HttpServerRequest request, Form form, CachedResource resource, String namespace, Parameters parameters) {
        ListOptions options = ListOptions.parse(parameters);
        ListQuery query = ListRules.list(options, () -> options.selection(namespace, resource));
        Selection selection = query.selection();
        return within(parameters, serving.queries().list(resource, query))
                .recover(failure -> Freshness.told(request.response(), resource, selection, failure))
                .compose(page -> texts.of(request, form, Texts.Target.LIST, typeOf(resource))
                        .map(text -> text.ofList(page.objects()))
                        .compose(text -> sent(() -> send(request, form, resource, text, selection, page))));
    }

    /** What is found, unless that takes longer than the client would wait. */
    private <T> Future<T> within(Parameters parameters, Future<T> finding) {
        Optional<Duration> limit = parameters.timeout().filter(longest -> !finding.isComplete());
        if (limit.isEmpty()) {
            return finding;
        }
        Promise<T> either = Promise.promise();
        Timers.Scheduled end = serving.timers()
                .schedule(limit.get(), () -> either.tryFail(Failures.timedOut().exception()));
        finding.onComplete(found -> {
            end.cancel();
            if (found.succeeded()) {
                either.tryComplete(found.result());
            } else {
                either.tryFail(found.cause());
            }
        });
        return either.future();
    }

    /**
     * The type as discovery found it; there are no objects before that.
     *
     * @throws QueryException if it has gone just now
     */
    public static ResourceType typeOf(CachedResource resource) {
        return resource.type().orElseThrow(() -> QueryException.notSynced(resource));
    }

    /** What goes wrong from here on is a failure, not an answer that never comes. */
    private static Future<Void> sent(Runnable sending) {
        sending.run();
        return Future.succeededFuture();
    }

    private static void send(
            HttpServerRequest request, Form form, CachedResource resource, Text text, KubeObject object) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        Freshness.tell(response, resource, Selection.everythingIn(object.key().namespace()));
        Representation representation =
                Representation.of(request, form, object.body().jsonLength());
        if (!lasts(text) || !unchanged(request, EntityTags.of(object, representation))) {
            Answers.send(response, text.whole(object), representation);
        }
    }

    private void send(
            HttpServerRequest request,
            Form form,
            CachedResource resource,
            Text text,
            Selection selection,
            ListResult page) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        Freshness.tell(response, resource, selection);
        warnOfScan(response, typeOf(resource), selection);
        Representation representation = Representation.of(request, form, size(page));
        if (lasts(text) && unchanged(request, EntityTags.of(page, representation))) {
            return;
        }
        Answers.describe(response, representation);
        BodyFilter filter = representation.filter();
        ListBody body = new ListBody(page, text, filter);
        if (page.objects().size() <= FEW && size(page) <= SMALL) {
            response.end(body.whole()).onFailure(gone -> {});
        } else {
            response.setChunked(true);
            serving.pumps().body(request, body, filter::close).wake();
        }
    }

    /** By the API server's own labels every client selects; any other is one that an index may be wanted for. */
    private static void warnOfScan(HttpServerResponse response, ResourceType type, Selection selection) {
        List<String> ours = selection.scannedFor().stream()
                .filter(label -> !FieldLabels.isServed(type, label))
                .toList();
        if (!ours.isEmpty()) {
            Freshness.warn(response, "no index for " + String.join(", ", ours) + ": all objects in range were read");
        }
    }

    /** Whether the same objects are the same text later on, so that a tag may stand for it: ages in tables move on. */
    private static boolean lasts(Text text) {
        return text.sharedAs().isPresent();
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
