package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens as kubernetes-api.md 2.2 has them. */
class ContinueTokenTest {
    @Test
    void theReplacementOfAnExpiredTokenIsUpstreams() {
        // Given: the body in kubernetes-api.md 1.5
        ContinueToken token = ContinueToken.after(12, "a");
        // When, Then
        assertEquals(
                "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
                token.newest().text());
        assertEquals(token, ContinueToken.parse(token.text()));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {"v":"other","rv":1,"start":"a"}          | server does not recognize this encoded version other
            {"v":"meta.k8s.io/v1","rv":0,"start":"a"} | incorrect encoded start resourceVersion (version meta.k8s.io/v1)
            {"v":"meta.k8s.io/v1","rv":1,"start":""}  | encoded start key empty (version meta.k8s.io/v1)
            """)
    void refusesBadTokens(String json, String message) {
        // Given
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        // When
        ApiFailure failure = assertThrows(ApiFailure.class, () -> ContinueToken.parse(text));
        // Then
        assertEquals(
                "invalid continue token: continue key is not valid: " + message,
                failure.status().message());
    }
}
