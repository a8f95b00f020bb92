package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Writes as a person makes them with curl. */
@Timeout(60)
class WritesIT {

    @RegisterExtension
    private final QuietSimulator running = new QuietSimulator();

    @Test
    void takesWritesAsAServerDoes() {
        // Given
        String maps = "/api/v1/namespaces/default/configmaps";
        String body =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},\"data\":{\"a\":\"1\"}}";
        // When
        SimClient.Answer made = running.client().send("POST", maps, "application/json", body);
        SimClient.Answer again = running.client().send("POST", maps, "application/json", body);
        SimClient.Answer patched = running.client()
                .send("PATCH", maps + "/c", "application/merge-patch+json", "{\"data\":{\"a\":null,\"b\":\"2\"}}");
        SimClient.Answer stale = running.client().send("PUT", maps + "/c", "application/json", made.text());
        SimClient.Answer put = running.client()
                .send("PUT", maps + "/c", "application/json", patched.text().replace("\"2\"", "\"3\""));
        SimClient.Answer strategic =
                running.client().send("PATCH", maps + "/c", "application/strategic-merge-patch+json", "{\"data\":{}}");
        SimClient.Answer unnamed = running.client().send("POST", maps, "application/json", "{\"metadata\":{}}");
        SimClient.Answer misnamed =
                running.client().send("POST", maps, "application/json", "{\"metadata\":{\"name\":\"a/b\"}}");
        SimClient.Answer generated =
                running.client().send("POST", maps, "application/json", "{\"metadata\":{\"generateName\":\"g-\"}}");
        SimClient.Answer broken = running.client().send("POST", maps, "application/json", "{");
        SimClient.Answer gone = running.client().send("DELETE", maps + "/c", "", "");
        SimClient.Answer twice = running.client().send("DELETE", maps + "/c", "", "");
        SimClient.Answer clusterWide = running.client().send("POST", "/api/v1/configmaps", "application/json", body);
        // Then
        assertEquals(201, made.code(), made::text);
        assertEquals(409, again.code());
        assertEquals("AlreadyExists", again.json().path("reason").asText());
        assertEquals("{\"b\":\"2\"}", patched.json().path("data").toString());
        assertEquals(
                made.json().path("metadata").path("uid"),
                patched.json().path("metadata").path("uid"));
        assertEquals(409, stale.code());
        assertEquals("Conflict", stale.json().path("reason").asText());
        assertEquals(200, put.code(), put::text);
        assertNotEquals(
                patched.json().path("metadata").path("resourceVersion"),
                put.json().path("metadata").path("resourceVersion"));
        assertEquals(415, strategic.code());
        assertEquals(422, unnamed.code());
        assertEquals(422, misnamed.code());
        assertTrue(generated.json().path("metadata").path("name").asText().matches("g-[a-z0-9]{5}"));
        assertEquals(400, broken.code());
        assertEquals("Success", gone.json().path("status").asText());
        assertEquals(404, twice.code());
        assertEquals(405, clusterWide.code());
    }
}
