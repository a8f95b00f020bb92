package dev.nearcache.http;

import dev.nearcache.http.kube.Answers;
import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.Form;
import dev.nearcache.http.kube.ListOptions;
import dev.nearcache.http.kube.ListRules;
import dev.nearcache.http.kube.MediaTypes;
import dev.nearcache.http.kube.Parameters;
import dev.nearcache.http.kube.Reads;
import dev.nearcache.http.kube.Serving;
import dev.nearcache.http.kube.Status;
import dev.nearcache.http.kube.Watches;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Our own paths, under {@code /v1}. */
final class OwnApi {
    private final Serving serving;
    private final EventStreams events;
    private final Reads reads;
    private final Watches watches;

    OwnApi(Serving serving, EventStreams events) {
        this.serving = serving;
        this.events = events;
        this.reads = new Reads(serving);
        this.watches = new Watches(serving);
    }

    /** Serves an operation; failures are thrown or in the future. */
    Future<Void> serve(Operation operation, RoutingContext context) {
        HttpServerRequest request = context.request();
        Parameters parameters = Parameters.of(request);
        check(operation, parameters);
        return switch (operation) {
            case LIST_RESOURCES -> answer(request, ResourceReport.resources(serving.catalog()));
            case LIST_SUBSCRIPTIONS ->
                answer(request, ResourceReport.subscriptions(serving.streams().all()));
            case STREAM_EVENTS -> stream(request, parameters);
            case LIST_OBJECTS -> collection(request, resource(context), "", parameters);
            case LIST_NAMESPACED_OBJECTS ->
                collection(request, resource(context), part(context, "namespace"), parameters);
            case GET_OBJECT ->
                get(request, unnamespaced(context), ObjectKey.cluster(part(context, "name")), parameters);
            case GET_NAMESPACED_OBJECT ->
                get(
                        request,
                        resource(context),
                        new ObjectKey(part(context, "namespace"), part(context, "name")),
                        parameters);
        };
    }

    private Future<Void> get(HttpServerRequest request, CachedResource resource, ObjectKey key, Parameters parameters) {
        requireJson(request);
        return reads.get(request, Form.JSON, resource, key, parameters);
    }

    private Future<Void> collection(
            HttpServerRequest request, CachedResource resource, String namespace, Parameters parameters) {
        boolean watch = ListOptions.isWatch(parameters);
        if (watch && MediaTypes.wantEvents(request.getHeader("Accept"))) {
            return events.serve(request, List.of(resource), namespace, parameters);
        }
        requireJson(request);
        refuseStreamsOwn(parameters);
        if (watch) {
            watches.serveDefaulted(request, Form.JSON, resource, namespace, ListOptions.parse(parameters));
            return Future.succeededFuture();
        }
        return reads.list(request, Form.JSON, resource, namespace, parameters);
    }

    private Future<Void> stream(HttpServerRequest request, Parameters parameters) {
        Set<CachedResource> resources = new LinkedHashSet<>();
        parameters
                .getAll("resource")
                .forEach(name -> resources.add(serving.catalog().named(name)));
        if (resources.isEmpty()) {
            throw Status.badRequest("resource: name at least one type, as in ?resource=pods&resource=deployments.apps")
                    .exception();
        }
        String namespace = parameters.get("namespace");
        return events.serve(request, new ArrayList<>(resources), namespace == null ? "" : namespace, parameters);
    }

    private Future<Void> answer(HttpServerRequest request, JsonObject body) {
        requireJson(request);
        Buffer json = body.toBuffer();
        Answers.json(request, json.getBytes());
        return Future.succeededFuture();
    }

    private static String part(RoutingContext context, String name) {
        return Objects.requireNonNull(context.pathParam(name), name);
    }

    private CachedResource resource(RoutingContext context) {
        return serving.catalog().named(part(context, "resource"));
    }

    private CachedResource unnamespaced(RoutingContext context) {
        CachedResource resource = resource(context);
        if (resource.type().map(ResourceType::namespaced).orElse(false)) {
            throw Status.badRequest(resource.name() + " live in namespaces: use /v1/namespaces/{namespace}/"
                            + resource.name() + "/{name}")
                    .exception();
        }
        return resource;
    }

    private static void requireJson(HttpServerRequest request) {
        if (!MediaTypes.allowJson(request.getHeader("Accept"))) {
            throw Failures.onlyJson().exception();
        }
    }

    /** What means something on streams of server-sent events alone would be passed over in silence elsewhere. */
    private static void refuseStreamsOwn(Parameters parameters) {
        for (String name : Operation.STREAMS_OWN) {
            if (parameters.get(name) != null) {
                throw Status.badRequest("parameter \"" + name + "\" is for server-sent events: ask for them with "
                                + "watch=true and Accept: text/event-stream, or leave it out")
                        .exception();
            }
        }
    }

    /**
     * A misspelt parameter, or a second one of which nothing would come, is a question that was not asked: it is
     * refused, unlike on Kubernetes paths. So is a number, or a yes or no, that is none.
     */
    private static void check(Operation operation, Parameters parameters) {
        for (String name : parameters.names()) {
            if (!operation.parameters().contains(name)) {
                throw Status.badRequest("unknown parameter \"" + name + "\": allowed are "
                                + String.join(", ", operation.parameters()))
                        .exception();
            }
            if (!operation.repeatable().contains(name)
                    && parameters.getAll(name).size() > 1) {
                throw Status.badRequest("parameter \"" + name + "\" is given more than once")
                        .exception();
            }
        }
        ListOptions.requireIntegers(parameters);
        ListOptions.requireFlags(parameters);
        ListRules.requireVersion(parameters.get("resourceVersion"));
    }
}
