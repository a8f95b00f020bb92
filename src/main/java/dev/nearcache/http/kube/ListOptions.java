package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Selection;
import dev.nearcache.query.Selection.Coverage;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.LabelSelector;
import io.vertx.core.MultiMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a list or watch, decoded but not yet judged (kubernetes-api.md 0.3).
 *
 * @param limit 0 or less for none
 * @param timeoutSeconds 0 if it was not given
 * @param resourceVersion as it was written, empty if not given; so with the next two
 * @param coverage whether an answer without the namespaces that cannot be read will do: {@code partial=true}
 */
public record ListOptions(
        LabelSelector labels,
        FieldSelector fields,
        long limit,
        long timeoutSeconds,
        String resourceVersion,
        String match,
        String token,
        Bookmarks bookmarks,
        InitialEvents initialEvents,
        Coverage coverage) {

    /** Whether bookmarks are wanted. */
    public enum Bookmarks {
        NONE,
        WANTED
    }

    /** Whether a watch begins with the current objects. */
    public enum InitialEvents {
        UNSAID,
        WANTED,
        UNWANTED
    }

    /**
     * Reads the parameters; of repeated ones the first counts.
     *
     * @throws StatusException with kube-apiserver's own message
     */
    public static ListOptions parse(MultiMap parameters) {
        return new ListOptions(
                parsed(parameters, "labelSelector", LabelSelector::parse),
                parsed(parameters, "fieldSelector", FieldSelector::parse),
                integer(parameters, "limit"),
                integer(parameters, "timeoutSeconds"),
                text(parameters, "resourceVersion"),
                text(parameters, "resourceVersionMatch"),
                text(parameters, "continue"),
                flag(parameters.get("allowWatchBookmarks")) ? Bookmarks.WANTED : Bookmarks.NONE,
                initialEvents(parameters.get("sendInitialEvents")),
                flag(parameters.get("partial")) ? Coverage.READABLE : Coverage.WHOLE);
    }

    /** Whether the parameters ask for a watch. */
    public static boolean isWatch(MultiMap parameters) {
        return flag(parameters.get("watch"));
    }

    /** What is selected of a type, in one namespace or in all if it is empty. */
    public Selection selection(String namespace, CachedResource resource) {
        return new Selection(namespace, coverage, labels, fields, resource.layout());
    }

    /** Whether a version was given that sets a bound. */
    public boolean hasVersion() {
        return !resourceVersion.isEmpty() && !resourceVersion.equals("0");
    }

    /** The same with other answers to two questions, as the defaulting of a watch sets them. */
    ListOptions with(InitialEvents initial, String versionMatch) {
        return new ListOptions(
                labels,
                fields,
                limit,
                timeoutSeconds,
                resourceVersion,
                versionMatch,
                token,
                bookmarks,
                initial,
                coverage);
    }

    /** The same with another field selector. */
    ListOptions with(FieldSelector selector) {
        return new ListOptions(
                labels,
                selector,
                limit,
                timeoutSeconds,
                resourceVersion,
                match,
                token,
                bookmarks,
                initialEvents,
                coverage);
    }

    /** Every text is true, even the empty one and nonsense, but {@code 0} and {@code false}. */
    static boolean flag(@Nullable String value) {
        return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
    }

    private static InitialEvents initialEvents(@Nullable String value) {
        return value == null ? InitialEvents.UNSAID : flag(value) ? InitialEvents.WANTED : InitialEvents.UNWANTED;
    }

    private static <T> T parsed(MultiMap parameters, String name, Function<String, T> parser) {
        try {
            return parser.apply(text(parameters, name));
        } catch (IllegalArgumentException malformed) {
            throw Status.badRequest(String.valueOf(malformed.getMessage())).exception();
        }
    }

    private static long integer(MultiMap parameters, String name) {
        String value = text(parameters, name);
        if (value.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException malformed) {
            boolean digits = value.matches("[+-]?[0-9]+");
            throw Status.badRequest("strconv.ParseInt: parsing \"" + value + "\": "
                            + (digits ? "value out of range" : "invalid syntax"))
                    .exception();
        }
    }

    private static String text(MultiMap parameters, String name) {
        String value = parameters.get(name);
        return value == null ? "" : value;
    }
}
