package dev.nearcache.http.kube;

import dev.nearcache.http.kube.ListOptions.InitialEvents;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.FieldSelector.Operator;
import dev.nearcache.resource.FieldSelector.Requirement;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
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
    private final PassThrough through;

    public KubeApi(Serving serving) {
        this.serving = serving;
        this.discovery = new Discovery(serving);
        this.through = new PassThrough(serving);
        this.reads = new Reads(serving);
        this.watches = new Watches(serving);
    }

    /**
     * Serves a request in the order of kubernetes-api.md 0.2: deadline, path, method, media type, parameters, rules, data.
     * Server-sent events were looked for before.
     *
     * @throws StatusException or {@link dev.nearcache.query.QueryException}, thrown or in the future
     */
    public Future<Void> serve(HttpServerRequest request, Parameters parameters) {
        PassThrough.asked(request);
        String target = String.valueOf(request.path());
        List<String> parts = KubePath.segments(target);
        if (KubePath.watchesNothing(parts)) {
            Answers.undeterminedWatch(request);
            return Future.succeededFuture();
        }
        Optional<KubePath> named = KubePath.parse(target, parts);
        boolean watch = named.filter(path -> path.isWatch(parameters)).isPresent();
        if (!watch) {
            parameters.checkTimeout();
        }
        if (named.isEmpty()) {
            return through.uncached(request, parameters).orElseGet(() -> elsewhere(request));
        }
        KubePath path = named.get();
        Optional<CachedResource> found = find(path);
        if (found.isEmpty()) {
            return through.uncached(request, parameters).orElseGet(() -> unknown(request, path));
        }
        CachedResource resource = found.get();
        checkMethod(request.method(), watch, resource);
        return (isOutside(resource, path) ? through.uncached(request, parameters) : Optional.<Future<Void>>empty())
                .or(() -> through.consistent(request, parameters, resource))
                .orElseGet(() -> through.rather(
                        request,
                        parameters,
                        resource,
                        () -> watch
                                ? watch(request, path, resource, parameters)
                                : read(request, path, resource, parameters)));
    }

    /** What names neither a type nor an object: something of one, or what discovery has. */
    private Future<Void> elsewhere(HttpServerRequest request) {
        Optional<OriginPath> path = OriginPath.parse(String.valueOf(request.path()));
        if (path.isEmpty()) {
            return discovery.serve(request);
        }
        requireRead(request.method());
        throw Failures.notCached(path.get().subject()).exception();
    }

    private Future<Void> unknown(HttpServerRequest request, KubePath path) {
        requireRead(request.method());
        String name = new ResourceName(path.plural(), "", path.group()).toString();
        boolean misplaced = serving.catalog().servesAnywhere(path.group(), path.plural())
                || serving.through().types() == ReadThrough.Types.ALL;
        if (path.group().isEmpty() || serving.catalog().servesGroup(path.group())) {
            throw (misplaced ? Failures.unknownResource() : Failures.notCached(name)).exception();
        }
        if (!misplaced) {
            Freshness.warn(request.response(), Failures.notHandedOn(name));
        }
        Answers.pageNotFound(request);
        return Future.succeededFuture();
    }

    /** What is not there cannot be written either; that nothing can be is the better answer. */
    private static void requireRead(HttpMethod method) {
        if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            throw Failures.methodNotAllowed().exception();
        }
    }

    /** Whether a path names a namespace that is not among those that are cached. */
    private static boolean isOutside(CachedResource resource, KubePath path) {
        return !resource.namespaces().isEmpty()
                && !path.namespace().isEmpty()
                && !resource.namespaces().contains(path.namespace());
    }

    private Future<Void> read(
            HttpServerRequest request, KubePath path, CachedResource resource, Parameters parameters) {
        Form form = Negotiation.of(request.getHeader("Accept"), resource);
        if (path.isCollection()) {
            path.checkNames();
            return reads.list(request, form, resource, path.namespace(), parameters);
        }
        if (ListOptions.flag(parameters.get("export"))) {
            throw Failures.exported().exception();
        }
        path.checkNames();
        return reads.get(request, form, resource, new ObjectKey(path.namespace(), path.name()), parameters);
    }

    private Future<Void> watch(
            HttpServerRequest request, KubePath path, CachedResource resource, Parameters parameters) {
        Form form = Negotiation.of(request.getHeader("Accept"), resource);
        ListOptions options = ListOptions.parse(parameters);
        if (!path.isCollection()) {
            options = options.with(named(options.fields(), path.name()));
        }
        boolean legacy = !ListOptions.isWatch(parameters);
        if (legacy) {
            ListRules.checkLegacyWatch(options);
        }
        ListOptions judged = legacy ? options.with(InitialEvents.UNSAID, "") : ListRules.defaulted(options);
        return through.forgotten(request, parameters, resource, judged).orElseGet(() -> {
            watches.serve(request, form, resource, path.namespace(), judged);
            return Future.succeededFuture();
        });
    }

    /** Custom types may be asked for their heads, as on kube-apiserver, whose own types may not. */
    private static void checkMethod(HttpMethod method, boolean watch, CachedResource resource) {
        boolean head = method.equals(HttpMethod.HEAD)
                && !watch
                && !resource.type().map(ResourceType::builtIn).orElse(true);
        if (!head && !method.equals(HttpMethod.GET)) {
            throw Failures.methodNotAllowed().exception();
        }
    }

    /** The collection that a path names, for those who serve it in another form; empty if it names none. */
    public Optional<Collection> collection(@Nullable String path) {
        return KubePath.parse(path)
                .filter(known -> known.isCollection() && known.verb() == KubePath.Verb.READ)
                .map(known -> new Collection(
                        find(known).orElseThrow(() -> Failures.unknownResource().exception()), known.namespace()));
    }

    /**
     * A type, in one namespace or in all.
     *
     * @param namespace empty for all
     */
    public record Collection(CachedResource resource, String namespace) {}

    private Optional<CachedResource> find(KubePath path) {
        return serving.catalog()
                .find(path.group(), path.version(), path.plural())
                .filter(resource ->
                        resource.type().map(type -> fits(type, path)).orElse(true));
    }

    /** Namespaced objects have no path outside a namespace, and others none inside. */
    private static boolean fits(ResourceType type, KubePath path) {
        return type.namespaced()
                ? path.isCollection() || !path.namespace().isEmpty()
                : path.namespace().isEmpty();
    }

    /** What selects the one object that a path names, beside what is selected anyway. */
    private static FieldSelector named(FieldSelector fields, String name) {
        if (fields.isEverything()) {
            return new FieldSelector(List.of(new Requirement(NAME, Operator.EQUAL, name)));
        }
        boolean same = fields.requirements().stream()
                .filter(requirement -> requirement.fixes(NAME.text()))
                .findFirst()
                .filter(requirement -> requirement.value().equals(name))
                .isPresent();
        if (!same) {
            throw Status.badRequest("fieldSelector metadata.name doesn't match requested name")
                    .exception();
        }
        return fields;
    }
}
