package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchEventDecoderTest {
    private static final String POD = Objects.podJson("shop", "web", 7);
    private static final String BOOKMARK =
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\","
                    + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}},\"spec\":{\"containers\":null}}";
    private static final String STATUS = """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"too old","reason":"Expired",\
            "details":{"causes":[{"reason":"X","message":"m"}],"retryAfterSeconds":3},"code":410}""";
    private static final String STREAM = event("ADDED", POD)
            + "{\"object\":" + POD + ",\"type\":\"MODIFIED\"}\n"
            + event("DELETED", POD)
            + event("BOOKMARK", BOOKMARK)
            + "{\"extra\":[{\"type\":\"x\"}],\"object\":" + STATUS + ",\"type\":\"ERROR\"}\n"
            + event("ERROR", STATUS);

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private static List<WatchEvent> decode(byte[]... chunks) {
        WatchEventDecoder decoder = new WatchEventDecoder(
                Types.PODS, Objects.decoder(ObjectLayout.whole()).sibling(), UpstreamObserver.NONE);
        List<WatchEvent> events = new ArrayList<>();
        for (byte[] chunk : chunks) {
            decoder.feed(chunk, events::add);
        }
        return events;
    }

    private static List<WatchEvent> decode(String stream) {
        return decode(stream.getBytes(StandardCharsets.UTF_8));
    }

    /** An event as text that two runs can be compared by. */
    private static String text(WatchEvent event) {
        StringBuilder text = new StringBuilder();
        event.match(new WatchEvent.Cases() {
            @Override
            public void added(KubeObject object) {
                text.append("ADDED " + object + Objects.json(object));
            }

            @Override
            public void modified(KubeObject object) {
                text.append("MODIFIED " + object + Objects.json(object));
            }

            @Override
            public void deleted(KubeObject object) {
                text.append("DELETED " + object + Objects.json(object));
            }

            @Override
            public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
                text.append("BOOKMARK " + version + initialEventsEnd);
            }

            @Override
            public void failed(ApiStatus status) {
                text.append("FAILED " + status + status.causes() + status.retryAfter());
            }

            @Override
            public void unknown(String description, ResourceVersion version) {
                text.append("UNKNOWN " + description + version);
            }

            @Override
            public void foreign(String description) {
                text.append("FOREIGN " + description);
            }
        });
        return text.toString();
    }

    @Test
    void readsTheSameEventsWhereverTheyAreCut() { // RF-54: a pod is no table
        // Given
        byte[] stream = STREAM.getBytes(StandardCharsets.UTF_8);
        List<String> whole =
                decode(stream).stream().map(WatchEventDecoderTest::text).toList();

        // When / Then
        assertEquals(6, whole.size());
        assertTrue(whole.get(1).startsWith("MODIFIED shop/web@7"), whole.get(1));
        assertEquals("BOOKMARK 9true", whole.get(3));
        assertEquals("FAILED 410 Expired: too old[Cause[type=X, message=m]]PT3S", whole.get(4));
        assertEquals(whole.get(4), whole.get(5));
        for (int cut = 0; cut <= stream.length; cut++) {
            List<WatchEvent> cutEvents =
                    decode(Arrays.copyOf(stream, cut), Arrays.copyOfRange(stream, cut, stream.length));
            assertEquals(
                    whole, cutEvents.stream().map(WatchEventDecoderTest::text).toList(), "cut at " + cut);
        }
    }

    @Test
    void aPartOfALineIsNoEvent() {
        assertEquals(
                1, decode(event("ADDED", POD) + "{\"type\":\"ADDED\",\"obj").size());
    }

    @Test
    void stopsWhenNoMoreEventsAreWanted() {
        // Given
        WatchEventDecoder decoder =
                new WatchEventDecoder(Types.PODS, Objects.decoder(ObjectLayout.whole()), UpstreamObserver.NONE);
        List<WatchEvent> events = new ArrayList<>();

        // When
        decoder.feed(STREAM.getBytes(StandardCharsets.UTF_8), event -> {
            events.add(event);
            return events.size() < 2;
        });

        // Then
        assertEquals(2, events.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"ADDED\"}",
                "{}",
                "{\"type\":\"ADDED\",\"object\":null}",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}}",
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}}",
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}}",
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1beta1\",\"rows\":[]}}",
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}}",
                "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}}",
                "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"x\"}}}"
            })
    void whatDoesNotBelongHereIsForeignAndTheRestFollows(String line) { // RF-40..43, RF-52, RF-53
        // When
        List<WatchEvent> events = decode(event("ADDED", POD) + line + "\n" + event("MODIFIED", POD));

        // Then
        assertEquals(3, events.size());
        assertInstanceOf(WatchEvent.Foreign.class, events.get(1), () -> text(events.get(1)));
        assertInstanceOf(WatchEvent.Modified.class, events.get(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"false\"", "\"TRUE\"", "\"\"", "null"})
    void onlyTheValueTrueMarksTheEndOfAList(String value) { // WL-20
        assertEquals(
                List.of(new WatchEvent.Bookmark(ResourceVersion.of(9), false)),
                decode(event("BOOKMARK", BOOKMARK.replace("\"true\"", value))));
    }

    @Test
    void aCustomTypeMayBeCalledTable() { // RF-55
        // Given
        ResourceType tables =
                new ResourceType("custom.group", "v1", "tables", "table", "Table", "TableList", true, List.of());
        WatchEventDecoder decoder =
                new WatchEventDecoder(tables, Objects.decoder(ObjectLayout.whole()), UpstreamObserver.NONE);
        String table = POD.replace(
                "\"kind\":\"Pod\",\"apiVersion\":\"v1\"", "\"kind\":\"Table\",\"apiVersion\":\"custom.group/v1\"");

        // When
        List<WatchEvent> events = new ArrayList<>();
        decoder.feed(event("ADDED", table).getBytes(StandardCharsets.UTF_8), events::add);

        // Then
        assertInstanceOf(WatchEvent.Added.class, events.get(0), () -> text(events.get(0)));
    }

    @Test
    void anEventOfUnknownTypeSaysHowFarTheWatchHasCome() { // XP-03
        assertEquals(
                List.of(new WatchEvent.Unknown("an event of unknown type \"RENAMED\"", ResourceVersion.of(7))),
                decode(event("RENAMED", POD)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage\n", "[]\n", "42\n", "{\"type\":ADDED}\n", "{\"type\":\"ADDED\"]\n"})
    void badJsonIsOneDecodingFailure(String line) {
        // When
        List<WatchEvent> events = decode(event("ADDED", POD) + line);

        // Then
        assertEquals(2, events.size());
        ApiStatus status =
                assertInstanceOf(WatchEvent.Failed.class, events.get(1)).status();
        assertEquals(500, status.code());
        assertEquals("InternalError", status.reason());
        assertEquals(
                List.of("UnexpectedServerResponse", "ClientWatchDecoding"),
                status.causes().stream().map(ApiStatus.Cause::type).toList());
        assertEquals(Duration.ZERO, status.retryAfter());
    }

    @Test
    void anErrorThatIsNoStatusMatchesNoPredicate() { // RF-01
        // When
        WatchEvent event = decode(event("ERROR", POD)).get(0);

        // Then
        ApiStatus status = assertInstanceOf(WatchEvent.Failed.class, event).status();
        assertEquals(
                UpstreamException.Reason.REJECTED, UpstreamException.of(status).reason());
    }
}
