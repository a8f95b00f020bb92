package dev.nearcache.http.kube;

import dev.nearcache.http.kube.ListOptions.InitialEvents;
import dev.nearcache.http.kube.Status.Cause;
import dev.nearcache.http.kube.Status.Details;
import dev.nearcache.query.ContinueToken;
import dev.nearcache.query.ListQuery;
import dev.nearcache.query.Selection;
import dev.nearcache.query.WatchQuery;
import dev.nearcache.resource.Quoted;
import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which combinations of parameters are allowed, and what they mean (kubernetes-api.md 1.3, 1.4). */
public final class ListRules {
    private static final String MATCH = "resourceVersionMatch";
    private static final String EXACT = "Exact";
    private static final String NOT_OLDER_THAN = "NotOlderThan";

    private ListRules() {}

    /**
     * The list that is asked for.
     *
     * @param selected what is selected, which is judged after the combination, and before versions and tokens
     */
    public static ListQuery list(ListOptions options, Supplier<Selection> selected) {
        check(listFaults(options));
        Selection selection = selected.get();
        if (!options.token().isEmpty()) {
            ContinueToken token = ContinueToken.decode(options.token());
            if (options.hasVersion()) {
                throw Status.badRequest("specifying resource version is not allowed when using continue")
                        .exception();
            }
            // A version of zero turns the limit off, even here: every informer's first list relies on it.
            long limit = options.resourceVersion().isEmpty() ? Math.max(0, options.limit()) : 0;
            return new ListQuery(selection, limit, new ListQuery.Following(token));
        }
        ResourceVersion version = version(options.resourceVersion(), Failures::invalidVersion);
        long limit = options.resourceVersion().equals("0") ? 0 : Math.max(0, options.limit());
        boolean exact = options.match().equals(EXACT) || (options.match().isEmpty() && limit > 0);
        return new ListQuery(
                selection,
                limit,
                // Zero is no version, however it is written.
                exact && !version.isNone() ? new ListQuery.Exactly(version) : new ListQuery.NotOlderThan(version));
    }

    /** The watch options with what is implied made explicit (kubernetes-api.md 1.4, "defaulting first"). */
    static ListOptions defaulted(ListOptions options) {
        boolean implied =
                !options.hasVersion() && options.match().isEmpty() && options.initialEvents() == InitialEvents.UNSAID;
        return implied ? options.with(InitialEvents.WANTED, NOT_OLDER_THAN) : options;
    }

    /** The watch that is asked for; the options are defaulted, unless the path is a legacy one. */
    static WatchQuery watch(ListOptions options, Supplier<Selection> selected) {
        check(watchFaults(options));
        Selection selection = selected.get();
        ResourceVersion version = version(options.resourceVersion(), Failures::unreadableVersion);
        WatchQuery.Start start = switch (options.initialEvents()) {
            case WANTED -> new WatchQuery.Snapshot(version, WatchQuery.Order.VERSION);
            case UNWANTED -> version.isNone() ? new WatchQuery.Now() : new WatchQuery.After(version);
            case UNSAID ->
                version.isNone()
                        ? new WatchQuery.Snapshot(version, WatchQuery.Order.VERSION)
                        : new WatchQuery.After(version);
        };
        return new WatchQuery(selection, start);
    }

    /** The version that a get must not be older than. */
    public static ResourceVersion getVersion(String text) {
        return version(text, Failures::unreadableVersion);
    }

    /**
     * Refuses a version that is no number as the client's mistake, where kube-apiserver would call it an error of its
     * own on a get or a watch.
     *
     * @param text null or empty if none was given
     */
    public static void requireVersion(@Nullable String text) {
        version(text == null ? "" : text, Failures::invalidVersion);
    }

    /** Where the path, not a parameter, makes it a watch, the rules are those of a list (kubernetes-api.md 3.9). */
    static void checkLegacyWatch(ListOptions options) {
        check(listFaults(options));
    }

    private interface Mistake {
        Status status(String message);
    }

    private static ResourceVersion version(String text, Mistake mistake) {
        if (text.isEmpty()) {
            return ResourceVersion.NONE;
        }
        return ResourceVersion.parse(text).orElseThrow(() -> {
            String what = text.matches("[0-9]+") ? "value out of range" : "invalid syntax";
            String quoted = Quoted.of(text);
            return mistake.status("resourceVersion: Invalid value: " + quoted + ": strconv.ParseUint: parsing " + quoted
                            + ": " + what)
                    .exception();
        });
    }

    private static List<Cause> listFaults(ListOptions options) {
        List<Cause> faults = new ArrayList<>();
        String match = options.match();
        if (!match.isEmpty()) {
            if (options.resourceVersion().isEmpty()) {
                faults.add(forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!options.token().isEmpty()) {
                faults.add(forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
                faults.add(unsupported(match, "\"Exact\", \"NotOlderThan\", \"\""));
            }
            if (match.equals(EXACT) && options.resourceVersion().equals("0")) {
                faults.add(forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (options.initialEvents() != InitialEvents.UNSAID) {
            faults.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return faults;
    }

    private static List<Cause> watchFaults(ListOptions options) {
        List<Cause> faults = new ArrayList<>();
        String match = options.match();
        boolean asked = options.initialEvents() != InitialEvents.UNSAID;
        if (asked && !match.equals(NOT_OLDER_THAN)) {
            faults.add(forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (match.isEmpty()) {
            return faults;
        }
        if (!asked) {
            faults.add(forbidden(
                    MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!match.equals(NOT_OLDER_THAN)) {
            faults.add(unsupported(match, "\"NotOlderThan\""));
        }
        if (!options.token().isEmpty()) {
            faults.add(forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
        }
        return faults;
    }

    private static Cause forbidden(String field, String text) {
        return new Cause("FieldValueForbidden", "Forbidden: " + text, field);
    }

    private static Cause unsupported(String value, String supported) {
        String text = "Unsupported value: " + Quoted.of(value) + ": supported values: " + supported;
        return new Cause("FieldValueNotSupported", text, MATCH);
    }

    private static void check(List<Cause> faults) {
        if (faults.isEmpty()) {
            return;
        }
        String text = faults.stream()
                .map(fault -> fault.field() + ": " + fault.message())
                .collect(Collectors.joining(", "));
        String message = "ListOptions.meta.k8s.io \"\" is invalid: " + (faults.size() == 1 ? text : "[" + text + "]");
        throw Status.of(422, "Invalid", message)
                .with(new Details("", "meta.k8s.io", "ListOptions", faults, 0))
                .exception();
    }
}
