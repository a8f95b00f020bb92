package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes as a person makes them with curl. */
@Timeout(60)
class WritesIT {

    private final Vertx vertx = Vertx.vertx();
    private Simulator simulator;
    private SimClient client;

    @BeforeEach
    void start() throws Exception {
        simulator = Simulator.start(vertx, SimulatorSettings.quiet()).await(20, SECONDS);
        client = new SimClient(simulator.url());
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().await(20, SECONDS);
    }

    @Test
    void takesWritesAsAServerDoes() {
        // Given
        String maps = "/api/v1/namespaces/default/configmaps";
        String body =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},\"data\":{\"a\":\"1\"}}";
        // When
        SimClient.Answer made = client.send("POST", maps, "application/json", body);
        SimClient.Answer again = client.send("POST", maps, "application/json", body);
        SimClient.Answer patched = client.send(
                "PATCH", maps + "/c", "application/merge-patch+json", "{\"data\":{\"a\":null,\"b\":\"2\"}}");
        SimClient.Answer stale = client.send("PUT", maps + "/c", "application/json", made.text());
        SimClient.Answer put = client.send(
                "PUT", maps + "/c", "application/json", patched.text().replace("\"2\"", "\"3\""));
        SimClient.Answer strategic =
                client.send("PATCH", maps + "/c", "application/strategic-merge-patch+json", "{\"data\":{}}");
        SimClient.Answer unnamed = client.send("POST", maps, "application/json", "{\"metadata\":{}}");
        SimClient.Answer misnamed = client.send("POST", maps, "application/json", "{\"metadata\":{\"name\":\"a/b\"}}");
        SimClient.Answer generated =
                client.send("POST", maps, "application/json", "{\"metadata\":{\"generateName\":\"g-\"}}");
        SimClient.Answer broken = client.send("POST", maps, "application/json", "{");
        SimClient.Answer gone = client.send("DELETE", maps + "/c", "", "");
        SimClient.Answer twice = client.send("DELETE", maps + "/c", "", "");
        SimClient.Answer clusterWide = client.send("POST", "/api/v1/configmaps", "application/json", body);
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
