package dev.nearcache.upstream;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class DiscoveryIT {
    private static final WireMockServer SERVER =
            new WireMockServer(options().dynamicPort().bindAddress("127.0.0.1"));
    private static final Vertx VERTX = Vertx.vertx();

    @BeforeAll
    static void serve() {
        SERVER.start();
        serve(
                "/api/v1",
                "{\"resources\":["
                        + entry("pods", "pod", "Pod", true, "\"get\",\"list\",\"watch\"", "\"po\"") + ","
                        + entry("pods/log", "", "Pod", true, "\"get\"", "") + ","
                        + entry("bindings", "binding", "Binding", true, "\"create\"", "") + "]}");
        serve(
                "/apis/example.com",
                "{\"kind\":\"APIGroup\",\"versions\":[{\"version\":\"v2\"},{\"version\":\"v1\"},"
                        + "{\"version\":\"v1beta1\"}],\"preferredVersion\":{\"version\":\"v1\"}}");
        serve(
                "/apis/example.com/v1",
                "{\"resources\":[" + entry("widgets", "widget", "Widget", false, "\"list\",\"watch\"", "") + "]}");
        serve(
                "/apis/example.com/v2",
                "{\"resources\":["
                        + entry("widgets", "widget", "Widget", false, "\"list\",\"watch\"", "") + ","
                        + entry("gadgets", "gadget", "Gadget", true, "\"list\",\"watch\"", "") + "]}");
        serve("/apis/example.com/v1beta1", "{\"resources\":[]}");
        SERVER.stubFor(get(urlEqualTo("/apis/broken.example.com"))
                .willReturn(aResponse().withStatus(503).withBody("aggregated server is down")));
    }

    private static void serve(String path, String body) {
        SERVER.stubFor(get(urlEqualTo(path)).willReturn(okJson(body)));
    }

    private static String entry(
            String name, String singular, String kind, boolean namespaced, String verbs, String shortNames) {
        return "{\"name\":\"%s\",\"singularName\":\"%s\",\"namespaced\":%s,\"kind\":\"%s\",\"verbs\":[%s],\"shortNames\":[%s]}"
                .formatted(name, singular, namespaced, kind, verbs, shortNames);
    }

    @AfterAll
    static void stop() throws Exception {
        SERVER.stop();
        VERTX.close().await(10, SECONDS);
    }

    private static ResourceType resolve(String name) throws Exception {
        ClusterAccess access =
                ClusterAccess.server("http://127.0.0.1:" + SERVER.port(), Optional.empty(), Optional.empty());
        ApiClient client = ApiClient.open(VERTX, access, UpstreamLimits.defaults(), Instant::now)
                .await(10, SECONDS);
        return new Discovery(client).resolve(ResourceName.parse(name)).await(10, SECONDS);
    }

    @Test
    void readsATypeOfTheCoreGroup() throws Exception {
        assertEquals(new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po")), resolve("pods"));
    }

    @ParameterizedTest
    @CsvSource({
        "widgets.example.com,v1,false",
        "widgets.v2.example.com,v2,false",
        "gadgets.example.com,v2,true",
        "gadgets.v2.example.com,v2,true"
    })
    void takesThePreferredVersionUnlessItLacksTheResource(String name, String version, boolean namespaced)
            throws Exception {
        ResourceType type = resolve(name);
        assertEquals(version, type.version());
        assertEquals(namespaced, type.namespaced());
    }

    @ParameterizedTest
    @CsvSource({
        "po,NOT_FOUND,did you mean \"pods\"",
        "deployments,NOT_FOUND,named with it",
        "pods.v2,NOT_FOUND,/api/v2",
        "things.example.com,NOT_FOUND,no resource \"things\"",
        "gadgets.v1.example.com,NOT_FOUND,/apis/example.com/v1 has no resource",
        "widgets.v9.example.com,NOT_FOUND,/apis/example.com/v9",
        "widgets.missing.example.org,NOT_FOUND,no group \"missing.example.org\"",
        "bindings,NOT_OFFERED,only [create]",
        "x.broken.example.com,REJECTED,aggregated server is down"
    })
    void saysWhatIsMissing(String name, Reason reason, String message) {
        UpstreamException failure = assertThrows(UpstreamException.class, () -> resolve(name));
        assertEquals(reason, failure.reason());
        assertTrue(failure.toString().contains(message), failure::toString);
    }

    @Test
    void aDocumentThatComesByteByByteIsGivenUpAfterTwiceTheHeadersLimit() throws Exception {
        // Given
        Duration header = Duration.ofSeconds(1);
        Duration idle = Duration.ofSeconds(20);
        UpstreamLimits limits = new UpstreamLimits(Duration.ofSeconds(5), header, idle, idle, Duration.ofSeconds(15));
        try (ScriptedApi api = new ScriptedApi(limits)) {
            var found = new Discovery(api.client()).resolve(ResourceName.parse("widgets.example.com"));

            // When
            HttpServerResponse response = api.request().response().setChunked(true);
            long drip = VERTX.setPeriodic(20, id -> response.write(" "));

            // Then
            UpstreamException failure = assertThrows(UpstreamException.class, () -> found.await(10, SECONDS));
            VERTX.cancelTimer(drip);
            assertEquals(Reason.UNREACHABLE, failure.reason());
            assertEquals("the answer did not end within 2000 ms", failure.getMessage());
        }
    }
}
