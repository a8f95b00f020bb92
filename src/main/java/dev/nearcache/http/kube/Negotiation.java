package dev.nearcache.http.kube;

import dev.nearcache.http.kube.Form.Encoding;
import dev.nearcache.http.kube.Form.Layout;
import dev.nearcache.http.kube.Form.Shape;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.ResourceType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the form that a client's Accept header asks for, by kube-apiserver's own rules (kubernetes-api.md 2.6): each clause
 * goes before those in front of it that weigh less or are more of a wildcard, up to one that is neither; a clause that
 * cannot be served is passed over.
 *
 * <p>Protobuf is not served: a client that takes nothing else is refused, one that takes JSON too gets JSON.
 */
public final class Negotiation {
    private static final String FAMILY = "meta.k8s.io";
    private static final List<String> META_VERSIONS = List.of("v1", "v1beta1");

    private Negotiation() {}

    /**
     * The form of an answer with one object or a list of them.
     *
     * @param accept null or empty is as good as anything
     * @throws StatusException 406, if nothing that it accepts can be served
     */
    public static Form of(@Nullable String accept, CachedResource resource) {
        checkRoute(accept, resource);
        return find(accept, clause -> true)
                .orElseThrow(() -> Failures.notAcceptable().exception());
    }

    /**
     * How a failure is best written for this client: JSON, unless it prefers YAML to it. A failure is no table: a client
     * that takes only such can be given nothing that it wants, and is most likely a person's tool.
     */
    static Form ofFailure(@Nullable String accept) {
        return find(
                        accept,
                        clause -> !clause.transforms() && clause.parameter("sv").isEmpty())
                .orElse(new Form(Encoding.JSON, Shape.OBJECT, "", Layout.PRETTY));
    }

    /**
     * The router of kube-apiserver looks first, and knows no part wildcards; custom types have no route of their own, and
     * are not judged by it.
     */
    private static void checkRoute(@Nullable String accept, CachedResource resource) {
        if (resource.type().map(ResourceType::builtIn).orElse(true)) {
            checkRoute(accept);
        }
    }

    /**
     * Judges a header as that router does.
     *
     * @throws StatusException 406, if it names nothing that the router knows
     */
    static void checkRoute(@Nullable String accept) {
        if (accept == null || accept.isEmpty()) {
            return;
        }
        boolean known = AcceptClause.parse(accept).stream()
                .map(AcceptClause::mediaType)
                .anyMatch(base -> base.equals("*/*")
                        || base.equals("application/vnd.kubernetes.protobuf")
                        || Arrays.stream(Encoding.values())
                                .anyMatch(encoding -> encoding.mediaType().equals(base)));
        if (!known) {
            throw Failures.noRepresentation().exception();
        }
    }

    private static Optional<Form> find(@Nullable String accept, Predicate<AcceptClause> wanted) {
        if (accept == null || accept.isEmpty()) {
            return Optional.of(Form.JSON);
        }
        return preferred(accept).stream()
                .filter(wanted)
                .map(Negotiation::served)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The clauses of a header, the one that is liked best first. */
    static List<AcceptClause> preferred(String accept) {
        List<AcceptClause> sorted = new ArrayList<>();
        for (AcceptClause clause : AcceptClause.parse(accept)) {
            int at = sorted.size();
            while (at > 0 && clause.overtakes(sorted.get(at - 1))) {
                at--;
            }
            if (clause.isMediaType()) {
                sorted.add(at, clause);
            }
        }
        return sorted;
    }

    /** How a clause wants its JSON laid out. */
    static Layout layout(AcceptClause clause) {
        return clause.parameter("pretty").filter("1"::equals).isPresent() ? Layout.PRETTY : Layout.COMPACT;
    }

    private static Optional<Form> served(AcceptClause clause) {
        return Arrays.stream(Encoding.values())
                .filter(encoding -> clause.covers(encoding.mediaType()))
                .map(encoding -> shaped(clause, encoding))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Form> shaped(AcceptClause clause, Encoding encoding) {
        String stream = clause.parameter("stream").orElse("");
        boolean streams = encoding == Encoding.JSON && stream.equals("watch");
        if (!stream.isEmpty() && !streams) {
            return Optional.empty();
        }
        String server = clause.parameter("sv").orElse("");
        if (!server.isEmpty() && !server.equals("v1")) {
            return Optional.empty();
        }
        Layout layout = layout(clause);
        if (!clause.transforms()) {
            return Optional.of(new Form(encoding, Shape.OBJECT, "", layout));
        }
        String version = clause.parameter("v").orElse("");
        boolean family = clause.parameter("g").orElse("").equals(FAMILY) && META_VERSIONS.contains(version);
        return family
                ? shape(clause.parameter("as").orElse("")).map(shape -> new Form(encoding, shape, version, layout))
                : Optional.empty();
    }

    private static Optional<Shape> shape(String kind) {
        return Arrays.stream(Shape.values())
                .filter(shape -> shape != Shape.OBJECT && shape.kind().equals(kind))
                .findFirst();
    }
}
