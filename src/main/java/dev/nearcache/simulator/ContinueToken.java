package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list begins (kubernetes-api.md 2.2).
 *
 * @param version the version of the list; below 0, the newest
 * @param start the first key that is wanted, relative to the prefix of the request
 */
record ContinueToken(long version, String start) {
    private static final String FORMAT = "meta.k8s.io/v1";
    private static final String INVALID = "invalid continue token: continue key is not valid: ";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** The token that goes on after a key, relative to the prefix of the request. */
    static ContinueToken after(long version, String key) {
        return new ContinueToken(version, key + "\0");
    }

    static ContinueToken parse(String text) {
        JsonNode token = decode(text);
        String format = token.path("v").asText("");
        if (!format.equals(FORMAT)) {
            throw invalid("server does not recognize this encoded version " + format);
        }
        long version = token.path("rv").asLong(0);
        String start = token.path("start").asText("");
        if (version == 0) {
            throw invalid("incorrect encoded start resourceVersion (version " + FORMAT + ")");
        }
        if (start.isEmpty()) {
            throw invalid("encoded start key empty (version " + FORMAT + ")");
        }
        return new ContinueToken(version, start.startsWith("/") ? start.substring(1) : start);
    }

    private static JsonNode decode(String text) {
        byte[] json;
        try {
            json = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw invalid("illegal base64 data at input byte 0");
        }
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw invalid("invalid character looking for beginning of value");
        }
    }

    private static ApiFailure invalid(String why) {
        return new ApiFailure(StatusBody.badRequest(INVALID + why));
    }

    /** The same place in the newest list, as the answer to an expired token offers it. */
    ContinueToken newest() {
        return new ContinueToken(-1, start);
    }

    String text() {
        String slashed = version > 0 ? "/" + start : start;
        byte[] json =
                Json.bytes(Json.object().put("v", FORMAT).put("rv", version).put("start", slashed));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** The token's bytes as JSON, for people. */
    @Override
    public String toString() {
        return new String(Base64.getUrlDecoder().decode(text()), StandardCharsets.UTF_8);
    }
}
