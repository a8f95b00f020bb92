package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches (and slow lists) against a server whose every byte the test sends. */
@Timeout(60)
class HttpWatchIT {
    private static final WatchOptions FROM_SEVEN = WatchOptions.after(ResourceVersion.of(7), Duration.ofMinutes(5));
    private static final Duration SHORT = Duration.ofMillis(150);

    private static UpstreamLimits limits(Duration header, Duration bodyIdle, Duration watchGrace) {
        return new UpstreamLimits(Duration.ofSeconds(5), header, bodyIdle, watchGrace, Duration.ofSeconds(15));
    }

    private static String added(String name) {
        return "{\"type\":\"ADDED\",\"object\":" + Objects.podJson("shop", name, 8) + "}\n";
    }

    private static HttpServerResponse open(HttpServerRequest request) {
        HttpServerResponse response = request.response().setChunked(true);
        response.putHeader("Content-Type", "application/json");
        response.writeHead();
        return response;
    }

    private static UpstreamException failure(Future<?> future) {
        return assertThrows(UpstreamException.class, () -> future.await(10, SECONDS));
    }

    private static String nameOf(Object event) {
        return assertInstanceOf(WatchEvent.Added.class, event).object().key().name();
    }

    @Test
    void deliversEventsCutAnywhereAndThenTheEnd() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            HttpServerRequest request = api.request();
            HttpServerResponse response = open(request);
            RecordedWatch watch = RecordedWatch.of(opening.await(10, SECONDS));

            // When
            String lines = added("a") + added("b");
            response.write(lines.substring(0, 40)).await(10, SECONDS);
            response.write(lines.substring(40, lines.length() - 5)).await(10, SECONDS);
            Object first = watch.next();
            response.write(lines.substring(lines.length() - 5));
            Object second = watch.next();
            response.end();

            // Then
            assertEquals(List.of("a", "b"), List.of(nameOf(first), nameOf(second)));
            assertEquals("closed", watch.next());
            assertEquals(
                    "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=7",
                    request.uri());
        }
    }

    @Test
    void losesNothingThatCameBeforeTheStart() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            open(api.request()).end(added("a"));
            WatchStream stream = opening.await(10, SECONDS);

            // When
            RecordedWatch watch = RecordedWatch.of(stream);

            // Then
            assertEquals("a", nameOf(watch.next()));
            assertEquals("closed", watch.next());
        }
    }

    @Test
    void aResetInTheMiddleOfAnObjectIsJustTheEnd() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            HttpServerResponse response = open(api.request());
            RecordedWatch watch = RecordedWatch.of(opening.await(10, SECONDS));

            // When
            response.write(added("a") + "{\"type\":\"ADDED\",\"obj").await(10, SECONDS);
            Object first = watch.next();
            response.reset();

            // Then
            assertEquals("a", nameOf(first));
            assertEquals("closed", watch.next());
        }
    }

    @Test
    void aConnectionThatBrokeBeforeTheStartEndsAtTheStart() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            HttpServerResponse response = open(api.request());
            WatchStream stream = opening.await(10, SECONDS);
            api.stopListening();
            response.exceptionHandler(ignored -> {});

            // When
            RecordedWatch watch = RecordedWatch.of(stream);

            // Then
            assertEquals("closed", watch.next());
        }
    }

    @Test
    void nothingFollowsAnErrorAndTheConnectionIsClosed() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            HttpServerResponse response = open(api.request());
            CountDownLatch gone = new CountDownLatch(1);
            response.closeHandler(closed -> gone.countDown());
            RecordedWatch watch = RecordedWatch.of(opening.await(10, SECONDS));

            // When
            response.write("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":410,"
                    + "\"reason\":\"Expired\",\"message\":\"too old\"}}\n" + added("a"));

            // Then
            assertEquals(
                    "410 Expired: too old",
                    assertInstanceOf(WatchEvent.Failed.class, watch.next())
                            .status()
                            .toString());
            assertEquals("closed", watch.next());
            assertNull(watch.soon());
            assertTrue(gone.await(10, SECONDS));
        }
    }

    @Test
    void aStopClosesTheConnectionAndSilencesTheWatch() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            HttpServerResponse response = open(api.request());
            CountDownLatch gone = new CountDownLatch(1);
            response.closeHandler(closed -> gone.countDown());
            WatchStream stream = opening.await(10, SECONDS);
            RecordedWatch watch = RecordedWatch.of(stream);

            // When
            stream.stop();
            stream.stop();

            // Then
            assertTrue(gone.await(10, SECONDS));
            assertNull(watch.soon());
        }
    }

    @Test
    void aDeadWatchEndsAfterItsGrace() throws Exception {
        try (ScriptedApi api = new ScriptedApi(limits(Duration.ofSeconds(20), Duration.ofSeconds(20), SHORT))) {
            // Given
            Future<WatchStream> opening =
                    api.pods().watch(WatchOptions.after(ResourceVersion.of(7), Duration.ofMillis(100)));
            open(api.request());

            // When
            RecordedWatch watch = RecordedWatch.of(opening.await(10, SECONDS));

            // Then
            assertEquals("closed", watch.next());
        }
    }

    @Test
    void headersThatDoNotComeAreUnreachable() throws Exception {
        try (ScriptedApi api = new ScriptedApi(limits(SHORT, Duration.ofSeconds(20), SHORT))) {
            // When
            Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
            CountDownLatch gone = new CountDownLatch(1);
            api.request().connection().closeHandler(closed -> gone.countDown());

            // Then
            assertEquals(Reason.UNREACHABLE, failure(opening).reason());
            assertTrue(gone.await(10, SECONDS));
        }
    }

    @Test
    void aListThatStopsInTheMiddleIsUnreachable() throws Exception {
        try (ScriptedApi api = new ScriptedApi(limits(Duration.ofSeconds(20), SHORT, SHORT))) {
            // When
            Future<ListPage> list = api.pods().list(new ListOptions("0", 0, ""));
            open(api.request()).write("{\"items\":[");

            // Then
            UpstreamException failure = failure(list);
            assertEquals(Reason.UNREACHABLE, failure.reason());
        }
    }

    @Test
    void nobodyListeningIsConnectionRefused() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            api.stopListening();

            // Then
            assertEquals(
                    Reason.CONNECTION_REFUSED,
                    failure(api.pods().watch(FROM_SEVEN)).reason());
            assertEquals(
                    Reason.CONNECTION_REFUSED,
                    failure(api.pods().list(new ListOptions("", 0, ""))).reason());
        }
    }

    @Test
    void fortyWatchesAreOpenAtOnceAndListsStillGetThrough() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            List<HttpServerResponse> responses = new ArrayList<>();
            List<RecordedWatch> watches = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Future<WatchStream> opening = api.pods().watch(FROM_SEVEN);
                responses.add(open(api.request()));
                watches.add(RecordedWatch.of(opening.await(10, SECONDS)));
            }

            // When
            Future<ListPage> list = api.pods().list(new ListOptions("0", 0, ""));
            api.request().response().end("{\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[]}");
            for (int i = 0; i < 40; i++) {
                responses.get(i).write(added("pod-" + i));
            }

            // Then
            assertEquals(ResourceVersion.of(5), list.await(10, SECONDS).resourceVersion());
            for (int i = 0; i < 40; i++) {
                assertEquals("pod-" + i, nameOf(watches.get(i).next()));
            }
        }
    }

    @Test
    void theObserverHearsOfEveryObject() throws Exception {
        try (ScriptedApi api = new ScriptedApi(ScriptedApi.LIMITS)) {
            // Given
            List<String> heard = new ArrayList<>();
            UpstreamObserver observer = new UpstreamObserver() {

                @Override
                public void proven(long nanos) {
                    heard.add("proven");
                }

                @Override
                public void itemsDecoded(int count) {
                    heard.add("items " + count);
                }
            };
            String body = "{\"items\":[" + Objects.podJson("a", "b", 1) + "]}";

            // When
            Future<ListPage> list = api.pods(observer).list(new ListOptions("0", 0, ""));
            api.request().response().end(body);
            list.await(10, SECONDS);

            // Then
            assertEquals(List.of("items 1"), heard);
        }
    }
}
