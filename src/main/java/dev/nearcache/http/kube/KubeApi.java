package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.FieldSelector.Operator;
import dev.nearcache.resource.FieldSelector.Requirement;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Kubernetes paths of the cached types: {@code /api/...} and {@code /apis/...}. */
public final class KubeApi {
    private static final FieldPath NAME = FieldPath.parse("metadata.name");

    private final Serving serving;
    private final Reads reads;
    private final Watches watches;
    private final Discovery discovery;

    public KubeApi(Serving serving) {
        this.serving = serving;
        this.discovery = new Discovery(serving.catalog());
        this.reads = new Reads(serving);
        this.watches = new Watches(serving);
    }

    /**
     * Serves a request in the order of kubernetes-api.md 0.2: path, media type, parameters, rules, data. Server-sent
     * events were looked for before.
     *
     * @throws StatusException or {@link dev.nearcache.query.QueryException}, thrown or in the future
     */
    public Future<Void> serve(HttpServerRequest request, MultiMap parameters) {
        Optional<KubePath> named = KubePath.parse(request.path());
        if (named.isEmpty()) {
            return discover(request);
        }
        KubePath path = named.get();
        if (!path.group().isEmpty() && !serving.catalog().servesGroup(path.group())) {
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        CachedResource resource = resource(path);
        if (!MediaTypes.allowJson(request.getHeader("Accept"))) {
            throw Failures.notAcceptable().exception();
        }
        if (path.verb() == KubePath.Verb.WATCH) {
            legacyWatch(request, path, resource, parameters);
            return Future.succeededFuture();
        }
        if (!path.isCollection()) {
            return reads.get(request, resource, new ObjectKey(path.namespace(), path.name()));
        }
        if (ListOptions.isWatch(parameters)) {
            watches.serveDefaulted(request, resource, path.namespace(), ListOptions.parse(parameters));
            return Future.succeededFuture();
        }
        return reads.list(request, resource, path.namespace(), parameters);
    }

    private Future<Void> discover(HttpServerRequest request) {
        JsonObject document = discovery
                .at(String.valueOf(request.path()))
                .orElseThrow(() -> Failures.unknownResource().exception());
        if (!MediaTypes.allowJson(request.getHeader("Accept"))) {
            throw Failures.notAcceptable().exception();
        }
        Answers.json(request, document.toBuffer().getBytes());
        return Future.succeededFuture();
    }

    /** The collection that a path names, for those who serve it in another form; empty if it names none. */
    public Optional<Collection> collection(@Nullable String path) {
        return KubePath.parse(path)
                .filter(known -> known.isCollection() && known.verb() == KubePath.Verb.READ)
                .map(known -> new Collection(resource(known), known.namespace()));
    }

    /**
     * A type, in one namespace or in all.
     *
     * @param namespace empty for all
     */
    public record Collection(CachedResource resource, String namespace) {}

    private CachedResource resource(KubePath path) {
        Optional<CachedResource> found = serving.catalog().find(path.group(), path.version(), path.plural());
        return found.filter(resource ->
                        resource.type().map(type -> fits(type, path)).orElse(true))
                .orElseThrow(() -> Failures.unknownResource().exception());
    }

    /** Namespaced objects have no path outside a namespace, and others none inside. */
    private static boolean fits(ResourceType type, KubePath path) {
        return type.namespaced()
                ? path.isCollection() || !path.namespace().isEmpty() || path.verb() == KubePath.Verb.WATCH
                : path.namespace().isEmpty();
    }

    private void legacyWatch(HttpServerRequest request, KubePath path, CachedResource resource, MultiMap parameters) {
        ListOptions options = ListOptions.parse(parameters);
        if (!path.isCollection()) {
            options = options.with(named(options.fields(), path.name()));
        }
        if (ListOptions.isWatch(parameters)) {
            watches.serveDefaulted(request, resource, path.namespace(), options);
        } else {
            ListRules.checkLegacyWatch(options);
            watches.serve(request, resource, path.namespace(), options);
        }
    }

    private static FieldSelector named(FieldSelector fields, String name) {
        for (Requirement requirement : fields.requirements()) {
            boolean other = requirement.path().equals(NAME)
                    && requirement.operator() == Operator.EQUAL
                    && !requirement.value().equals(name);
            if (other) {
                throw Status.badRequest("fieldSelector metadata.name doesn't match requested name")
                        .exception();
            }
        }
        List<Requirement> all = new ArrayList<>(fields.requirements());
        all.add(new Requirement(NAME, Operator.EQUAL, name));
        return new FieldSelector(all);
    }
}
