package dev.nearcache.upstream;

import dev.nearcache.upstream.Grant.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whom we act as, by the right to impersonate: sent with each request.
 *
 * @param user empty for nobody; then the others are empty too
 * @param uid empty for none
 * @param groups of that user
 * @param extra more that is known of that user, by key
 */
public record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final Impersonation NOBODY = new Impersonation("", "", List.of(), Map.of());

    /** What may stand in a header's name beside letters and digits (RFC 9110 section 5.6.2), less the escape itself. */
    private static final String NAME_MARKS = "!#$&'*+-.^_`|~";

    public Impersonation {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    List<Header> headers() {
        List<Header> headers = new ArrayList<>();
        if (!user.isEmpty()) {
            headers.add(new Header("Impersonate-User", user));
        }
        if (!uid.isEmpty()) {
            headers.add(new Header("Impersonate-Uid", uid));
        }
        groups.forEach(group -> headers.add(new Header("Impersonate-Group", group)));
        extra.forEach((key, values) ->
                values.forEach(value -> headers.add(new Header("Impersonate-Extra-" + escaped(key), value))));
        return headers;
    }

    /** As client-go writes keys: what a header's name cannot hold, in percent. */
    private static String escaped(String key) {
        StringBuilder text = new StringBuilder();
        for (byte unit : key.getBytes(StandardCharsets.UTF_8)) {
            char sign = (char) (unit & 0xff);
            boolean plain = sign < 0x80 && (Character.isLetterOrDigit(sign) || NAME_MARKS.indexOf(sign) >= 0);
            text.append(plain ? Character.toString(sign) : "%%%02X".formatted((int) sign));
        }
        return text.toString();
    }
}
