package dev.nearcache.http.kube;

import dev.nearcache.http.kube.DiscoveryPath.Place;
import dev.nearcache.http.kube.Form.Encoding;
import dev.nearcache.http.kube.Form.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a client wants a document of discovery (kubernetes-api.md 5.1).
 *
 * @param kind which document
 * @param form how it is written
 */
record DiscoveryForm(Kind kind, Form form) {
    /** Parameters of the media type, which clients compare with those that they asked for. */
    private static final String AGGREGATED = ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    /** Which document is wanted. */
    enum Kind {
        /** The older ones, one for each group and version. */
        PLAIN,
        /** The one with all types. */
        AGGREGATED
    }

    /**
     * The form that an Accept header asks for: of the two roots, the aggregated one wherever it is named.
     *
     * @param accept null or empty is as good as anything
     * @throws StatusException 406, if nothing that it accepts can be served
     */
    static DiscoveryForm of(@Nullable String accept, Place place) {
        Optional<DiscoveryForm> aggregated = switch (place) {
            case CORE, GROUPS -> find(accept, Kind.AGGREGATED, DiscoveryForm::isAggregated);
            case OLDER_GROUPS, GROUP, TYPES -> Optional.empty();
        };
        if (aggregated.isPresent()) {
            return aggregated.get();
        }
        switch (place) {
            case CORE, TYPES -> Negotiation.checkRoute(accept);
            case GROUPS, OLDER_GROUPS, GROUP -> {}
        }
        return plain(accept).orElseThrow(() -> Failures.notAcceptable().exception());
    }

    /** The older form, if it is accepted. */
    static Optional<DiscoveryForm> plain(@Nullable String accept) {
        return accept == null || accept.isEmpty()
                ? Optional.of(new DiscoveryForm(Kind.PLAIN, Form.JSON))
                : find(accept, Kind.PLAIN, clause -> !clause.transforms());
    }

    private static Optional<DiscoveryForm> find(@Nullable String accept, Kind kind, Predicate<AcceptClause> wanted) {
        List<AcceptClause> clauses = accept == null ? List.of() : Negotiation.preferred(accept);
        return clauses.stream()
                .filter(wanted)
                .filter(clause -> clause.parameter("sv").isEmpty()
                        && clause.parameter("stream").map("watch"::equals).orElse(true))
                .flatMap(clause -> Arrays.stream(Encoding.values())
                        .filter(encoding -> clause.covers(encoding.mediaType()))
                        .map(encoding -> new DiscoveryForm(
                                kind, new Form(encoding, Shape.OBJECT, "", Negotiation.layout(clause)))))
                .findFirst();
    }

    private static boolean isAggregated(AcceptClause clause) {
        return clause.parameter("g").orElse("").equals("apidiscovery.k8s.io")
                && clause.parameter("v").orElse("").equals("v2")
                && clause.parameter("as").orElse("").equals("APIGroupDiscoveryList");
    }

    /** The Accept header by which the API server is asked for it; one that has only the older form gives that. */
    String asked() {
        return asked(kind);
    }

    /** The same of a kind, however it is written. */
    static String asked(Kind kind) {
        String plain = Encoding.JSON.mediaType();
        return switch (kind) {
            case PLAIN -> plain;
            case AGGREGATED -> plain + AGGREGATED + "," + plain;
        };
    }

    /** Whether an answer to that is what was asked for, by its Content-Type. */
    boolean isOf(@Nullable String mediaType) {
        return switch (kind) {
            case PLAIN -> true;
            case AGGREGATED -> mediaType != null && mediaType.contains("as=APIGroupDiscoveryList");
        };
    }

    /** The Content-Type of the answer. */
    String mediaType() {
        String base = form.encoding().mediaType();
        return switch (kind) {
            case PLAIN -> base;
            case AGGREGATED -> base + AGGREGATED;
        };
    }
}
