package dev.nearcache.http.kube;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a client of our own paths accepts, where only JSON is served: a clause that asks for another form of it is passed over. */
public final class MediaTypes {
    private MediaTypes() {}

    /** Whether some clause of an Accept header, or its absence, allows plain JSON. */
    public static boolean allowJson(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return true;
        }
        return AcceptClause.parse(accept).stream().anyMatch(MediaTypes::isJson);
    }

    /** Whether an Accept header names the type of server-sent events; a wildcard does not. */
    public static boolean wantEvents(@Nullable String accept) {
        if (accept == null) {
            return false;
        }
        return AcceptClause.parse(accept).stream().map(MediaTypes::type).anyMatch("text/event-stream"::equals);
    }

    /** Whether an Accept header asks for indented JSON. */
    static boolean wantPretty(@Nullable String accept) {
        return accept != null && accept.replace(" ", "").contains("pretty=1");
    }

    private static boolean isJson(AcceptClause clause) {
        String type = type(clause);
        boolean json = type.equals("application/json") || type.equals("application/*") || type.equals("*/*");
        boolean wanted = clause.parameter("as").isEmpty()
                && clause.parameter("q").filter("0"::equals).isEmpty();
        return json && wanted;
    }

    private static String type(AcceptClause clause) {
        return clause.mediaType().toLowerCase(Locale.ROOT);
    }
}
