package dev.nearcache.query;

import dev.nearcache.resource.ObjectKey;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Where the next page starts, in kube-apiserver's own format (kubernetes-api.md 2.2), so that tokens of either are
 * understood by the other.
 *
 * @param version the version that the pages are pinned to, or {@link #NEWEST}
 * @param start the first key that may follow, below the path that is listed, without a leading slash
 */
public record ContinueToken(long version, String start) {
    /** The newest version, whatever it is when the token is used. */
    public static final long NEWEST = -1;

    private static final String FORMAT = "meta.k8s.io/v1";
    private static final String INVALID = "invalid continue token: continue key is not valid: ";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /**
     * Reads a token.
     *
     * @throws QueryException with kube-apiserver's own message
     */
    public static ContinueToken decode(String text) {
        JsonObject json = json(new String(base64(text), StandardCharsets.UTF_8));
        String format = json.getValue("v") instanceof String v ? v : "";
        if (!format.equals(FORMAT)) {
            throw invalid("server does not recognize this encoded version " + format);
        }
        long version = json.getValue("rv") instanceof Number number ? number.longValue() : 0;
        if (version == 0) {
            throw invalid("incorrect encoded start resourceVersion (version " + FORMAT + ")");
        }
        String start = json.getValue("start") instanceof String key ? key : "";
        if (start.isEmpty()) {
            throw invalid("encoded start key empty (version " + FORMAT + ")");
        }
        String relative = start.startsWith("/") ? start.substring(1) : start;
        if (!isClean(relative)) {
            throw invalid(start);
        }
        return new ContinueToken(version, relative);
    }

    /** The token for what follows a key, within a namespace or, if that is empty, within everything. */
    static ContinueToken after(ObjectKey last, String namespace, long version) {
        return new ContinueToken(version, (namespace.isEmpty() ? last.toString() : last.name()) + "\0");
    }

    /** The key to go on at, which need not exist. Its text is compared, so it does not matter how it is split. */
    ObjectKey startIn(String namespace) {
        return namespace.isEmpty() ? ObjectKey.cluster(start) : new ObjectKey(namespace, start);
    }

    /** Whether it follows the newest version instead of its own. */
    boolean isNewest() {
        return version < 0;
    }

    /** The text that the API carries. */
    public String encode() {
        String key = new JsonObject().put("start", start).encode();
        String json = "{\"v\":\"" + FORMAT + "\",\"rv\":" + version + "," + key.substring(1);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] base64(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (ALPHABET.indexOf(text.charAt(i)) < 0) {
                throw invalid("illegal base64 data at input byte " + i);
            }
        }
        if (text.length() % 4 == 1) {
            throw invalid("illegal base64 data at input byte " + (text.length() - 1));
        }
        return Base64.getUrlDecoder().decode(text);
    }

    private static JsonObject json(String text) {
        String trimmed = text.stripLeading();
        if (trimmed.isEmpty()) {
            throw invalid("unexpected end of JSON input");
        }
        if (!trimmed.startsWith("{")) {
            throw invalid("invalid character '" + Character.toString(trimmed.codePointAt(0))
                    + "' looking for beginning of value");
        }
        try {
            return new JsonObject(trimmed);
        } catch (DecodeException malformed) {
            throw invalid("unexpected end of JSON input");
        }
    }

    /** A key that climbs out of its path would list what was not asked for. */
    private static boolean isClean(String key) {
        List<String> parts = Arrays.asList(key.split("/", -1));
        return !parts.contains("..") && !parts.contains(".") && (parts.size() == 1 || !parts.contains(""));
    }

    private static QueryException invalid(String what) {
        return QueryException.badRequest(INVALID + what);
    }
}
