package dev.nearcache.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.resource.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of kubernetes-api.md 2.2. */
class ContinueTokenTest {
    private static final String PREFIX = "invalid continue token: continue key is not valid: ";

    @Test
    void writesKubernetesOwnTokens() {
        assertEquals(
                "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
                ContinueToken.after(ObjectKey.cluster("a"), "", ContinueToken.NEWEST)
                        .encode());
    }

    @Test
    void aTokenReadsBackWithOrWithoutItsSlash() {
        ContinueToken token = ContinueToken.after(new ObjectKey("ns", "name"), "", 221);
        assertEquals(token, ContinueToken.decode(token.encode()));
        assertEquals(
                token,
                ContinueToken.decode(base64("{\"v\":\"meta.k8s.io/v1\",\"rv\":221,\"start\":\"/ns/name\\u0000\"}")));
        assertEquals(
                "name\0",
                ContinueToken.after(new ObjectKey("ns", "name"), "ns", 221).start());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "invalid                                             | invalid character 'i' looking for beginning of value",
                "{\"v\":\"v2\",\"rv\":1,\"start\":\"a\"}             | server does not recognize this encoded version v2",
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":0,\"start\":\"a\"} | incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"\"}  | encoded start key empty (version meta.k8s.io/v1)",
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"/../x\"} | /../x",
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":1,\"start\":\"a/./x\"} | a/./x",
            })
    void saysWhatIsWrongInside(String json, String message) {
        assertEquals(PREFIX + message, failure(base64(json)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"ab!d, 2", "YQ==, 2", "abcde, 4"})
    void saysWhereItIsNoBase64(String token, int at) {
        assertEquals(PREFIX + "illegal base64 data at input byte " + at, failure(token));
    }

    private static @Nullable String failure(String token) {
        return assertThrows(QueryException.class, () -> ContinueToken.decode(token))
                .getMessage();
    }

    private static String base64(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
