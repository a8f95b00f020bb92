package dev.nearcache.http.kube;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a client accepts. Only JSON is served: a clause that asks for another form of it, such as a Table, is passed over
 * and the next one decides, as kube-apiserver does with a form it does not know (kubernetes-api.md 2.6).
 */
public final class MediaTypes {
    private MediaTypes() {}

    /** Whether some clause of an Accept header, or its absence, allows plain JSON. */
    public static boolean allowJson(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return true;
        }
        for (String clause : accept.split(",", -1)) {
            if (isJson(clause)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an Accept header names the type of server-sent events; a wildcard does not. */
    public static boolean wantEvents(@Nullable String accept) {
        if (accept == null) {
            return false;
        }
        for (String clause : accept.split(",", -1)) {
            if (type(clause).equals("text/event-stream")) {
                return true;
            }
        }
        return false;
    }

    /** Whether an Accept header asks for indented JSON. */
    static boolean wantPretty(@Nullable String accept) {
        return accept != null && accept.replace(" ", "").contains("pretty=1");
    }

    private static boolean isJson(String clause) {
        String type = type(clause);
        boolean json = type.equals("application/json") || type.equals("application/*") || type.equals("*/*");
        return json && !hasTransform(clause);
    }

    private static boolean hasTransform(String clause) {
        for (String parameter : clause.split(";", -1)) {
            String trimmed = parameter.trim();
            if (trimmed.startsWith("as=") || trimmed.equals("q=0")) {
                return true;
            }
        }
        return false;
    }

    private static String type(String clause) {
        int end = clause.indexOf(';');
        return (end < 0 ? clause : clause.substring(0, end)).trim().toLowerCase(Locale.ROOT);
    }
}
