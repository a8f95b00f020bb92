package dev.nearcache.query;

import dev.nearcache.resource.ObjectKey;
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
        Encoded encoded = encoded(base64(text));
        if (!encoded.format().equals(FORMAT)) {
            throw invalid("server does not recognize this encoded version " + encoded.format());
        }
        if (encoded.version() == 0) {
            throw invalid("incorrect encoded start resourceVersion (version " + FORMAT + ")");
        }
        String start = encoded.start();
        if (start.isEmpty()) {
            throw invalid("encoded start key empty (version " + FORMAT + ")");
        }
        String relative = start.startsWith("/") ? start.substring(1) : start;
        if (!isClean(relative)) {
            throw invalid(start);
        }
        return new ContinueToken(encoded.version(), relative);
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

    /** Line ends are passed over, as Go's decoder does. */
    private static byte[] base64(String text) {
        StringBuilder digits = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (ALPHABET.indexOf(c) >= 0) {
                digits.append(c);
            } else if (c != '\r' && c != '\n') {
                throw invalid("illegal base64 data at input byte "
                        + text.substring(0, i).getBytes(StandardCharsets.UTF_8).length);
            }
        }
        if (digits.length() % 4 == 1) {
            throw invalid("illegal base64 data at input byte " + (text.length() - 1));
        }
        return Base64.getUrlDecoder().decode(digits.toString());
    }

    private static Encoded encoded(byte[] json) {
        try {
            return Encoded.read(json);
        } catch (IllegalArgumentException malformed) {
            throw invalid(String.valueOf(malformed.getMessage()));
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
