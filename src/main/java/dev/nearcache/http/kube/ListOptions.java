package dev.nearcache.http.kube;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Selection;
import dev.nearcache.query.Selection.Coverage;
import dev.nearcache.resource.FieldLabels;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.Quoted;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern FLAG = Pattern.compile("(?i:true|false)|[01]?");

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
    public static ListOptions parse(Parameters parameters) {
        long timeoutSeconds = integer(parameters, "timeoutSeconds");
        long limit = integer(parameters, "limit");
        return new ListOptions(
                parsed(parameters, "labelSelector", LabelSelector::parse),
                parsed(parameters, "fieldSelector", FieldSelector::parse),
                limit,
                timeoutSeconds,
                text(parameters, "resourceVersion"),
                text(parameters, "resourceVersionMatch"),
                text(parameters, "continue"),
                flag(parameters.get("allowWatchBookmarks")) ? Bookmarks.WANTED : Bookmarks.NONE,
                initialEvents(parameters.get("sendInitialEvents")),
                flag(parameters.get("partial")) ? Coverage.READABLE : Coverage.WHOLE);
    }

    /**
     * Refuses a number that is none by the name of its parameter, which kube-apiserver does not tell.
     *
     * @throws StatusException that names the parameter
     */
    public static void requireIntegers(Parameters parameters) {
        for (String name : List.of("limit", "timeoutSeconds")) {
            try {
                integer(parameters, name);
            } catch (StatusException unreadable) {
                throw Status.badRequest(name + " is " + Quoted.of(text(parameters, name))
                                + ": it must be a whole number of at most 64 bits")
                        .exception();
            }
        }
    }

    /**
     * Refuses an answer to a question of yes or no that is neither. On kube-apiserver's own paths every other text is yes.
     *
     * @throws StatusException that names the parameter
     */
    public static void requireFlags(Parameters parameters) {
        for (String name : List.of("watch", "allowWatchBookmarks", "sendInitialEvents", "partial")) {
            if (!FLAG.matcher(text(parameters, name)).matches()) {
                throw Status.badRequest(name + " is " + Quoted.of(text(parameters, name))
                                + ": allowed are true, false, 1, 0 and nothing, which is true")
                        .exception();
            }
        }
    }

    /** Whether the parameters ask for a watch. */
    public static boolean isWatch(Parameters parameters) {
        return flag(parameters.get("watch"));
    }

    /**
     * What is selected of a type, in one namespace or in all if it is empty.
     *
     * @throws StatusException if the type refuses a label of the field selector
     */
    public Selection selection(String namespace, CachedResource resource) {
        FieldSelector resolved = resource.type()
                .map(type -> told(() -> FieldLabels.resolve(type, fields)))
                .orElse(fields);
        return new Selection(namespace, coverage, labels, resolved, resource.layout());
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

    private static <T> T parsed(Parameters parameters, String name, Function<String, T> parser) {
        return told(() -> parser.apply(text(parameters, name)));
    }

    /** What is wrong with a selector is the client's to know. */
    private static <T> T told(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException malformed) {
            throw Status.badRequest(String.valueOf(malformed.getMessage())).exception();
        }
    }

    private static long integer(Parameters parameters, String name) {
        String value = parameters.get(name);
        if (value == null) {
            return 0;
        }
        if (!INTEGER.matcher(value).matches()) {
            throw unreadable(value, "invalid syntax");
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException tooLarge) {
            throw unreadable(value, "value out of range");
        }
    }

    private static StatusException unreadable(String value, String what) {
        return Status.badRequest("strconv.ParseInt: parsing " + Quoted.of(value) + ": " + what)
                .exception();
    }

    private static String text(Parameters parameters, String name) {
        String value = parameters.get(name);
        return value == null ? "" : value;
    }
}
