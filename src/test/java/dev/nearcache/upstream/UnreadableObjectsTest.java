package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One object that cannot be read costs itself alone, in a list and on a watch. */
class UnreadableObjectsTest {
    private static final String GOOD =
            "{\"metadata\":{\"name\":\"good\",\"namespace\":\"a\",\"resourceVersion\":\"7\"}}";

    private final List<String> unreadable = new ArrayList<>();
    private final List<String> readable = new ArrayList<>();

    private record Bad(String json, String description) {
        @Override
        public String toString() {
            return description;
        }
    }

    static List<Bad> bad() {
        String deep = "[".repeat(20_000) + "]".repeat(20_000);
        return List.of(
                new Bad("null", "an object has no metadata.name"),
                new Bad("1", "an object has no metadata.name"),
                new Bad("{}", "an object has no metadata.name"),
                new Bad("{\"metadata\":null}", "an object has no metadata.name"),
                new Bad("{\"metadata\":[]}", "an object has no metadata.name"),
                new Bad("{\"metadata\":{\"uid\":\"u1\"}}", "the object with uid u1 has no metadata.name"),
                new Bad(
                        "{\"metadata\":{\"name\":\"x\",\"namespace\":\"a\"}}",
                        "a/x: metadata.resourceVersion \"\" is not a version"),
                new Bad(
                        "{\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"abc\"}}",
                        "x: metadata.resourceVersion \"abc\" is not a version"),
                new Bad(
                        "{\"spec\":" + deep + ",\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"3\"}}",
                        "x: is nested deeper than 10000 levels"));
    }

    private List<String> list(ObjectDecoder decoder, ResourceVersion fallback, String... items) {
        ListDecoder list = new ListDecoder(Types.PODS, decoder, fallback, Allowance.UNLIMITED, unreadable::add);
        String json = "{\"kind\":\"PodList\",\"items\":[" + String.join(",", items)
                + "],\"metadata\":{\"resourceVersion\":\"9\"}}";
        list.feed(json.getBytes(StandardCharsets.UTF_8));
        return list.end().items().stream().map(KubeObject::toString).toList();
    }

    private static ObjectDecoder holding(KubeObject... held) {
        Map<ObjectKey, KubeObject> objects = new java.util.HashMap<>();
        List.of(held).forEach(object -> objects.put(object.key(), object));
        return new ObjectDecoder(ObjectLayout.whole(), ObjectCodec.none(), objects::get, new byte[0]);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void aListKeepsTheOthers(Bad bad) {
        // When
        List<String> items = list(holding(), ResourceVersion.NONE, GOOD, bad.json(), GOOD);

        // Then
        assertEquals(List.of("a/good@7", "a/good@7"), items);
        assertEquals(List.of(bad.description()), unreadable);
    }

    @Test
    void whatIsHeldStandsInForIt() {
        // Given
        ObjectDecoder decoder = holding(Objects.pod("a", "x", 5));

        // When
        List<String> items =
                list(decoder, ResourceVersion.NONE, GOOD, bad().get(6).json());

        // Then
        assertEquals(List.of("a/good@7", "a/x@5"), items);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void aWatchGoesOn(Bad bad) {
        // Given
        UpstreamObserver observer = new UpstreamObserver() {

            @Override
            public void readable(ObjectKey key) {
                readable.add(key.toString());
            }

            @Override
            public void unreadable(String description) {
                unreadable.add(description);
            }
        };
        WatchEventDecoder decoder = new WatchEventDecoder(Types.PODS, holding(), observer);
        String typed = bad.json().startsWith("{")
                ? bad.json()
                        .replaceFirst("\\{", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",")
                        .replace(",}", "}")
                : "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}";

        // When
        List<WatchEvent> events = new ArrayList<>();
        String lines = line("ADDED", Objects.podJson("a", "good", 7))
                + line("MODIFIED", typed)
                + line("MODIFIED", Objects.podJson("a", "good", 8));
        decoder.feed(lines.getBytes(StandardCharsets.UTF_8), events::add);

        // Then
        assertEquals(3, events.size());
        assertEquals(new WatchEvent.Foreign(bad.description()), events.get(1));
        assertEquals(List.of(bad.description()), unreadable);
        assertEquals(List.of("a/good", "a/good"), readable);
    }

    private static String line(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    @Test
    void whereThereAreNoVersionsTheListGivesThem() {
        // Given
        String item = "{\"metadata\":{\"name\":\"x\"},\"usage\":{\"cpu\":\"1\"}}";
        String other = "{\"metadata\":{\"name\":\"y\"},\"usage\":{\"cpu\":\"2\"}}";
        ListDecoder first =
                new ListDecoder(Types.PODS, holding(), ResourceVersion.of(100), Allowance.UNLIMITED, unreadable::add);
        first.feed(("{\"items\":[" + item + "," + item.replace("x", "y") + "]}").getBytes(StandardCharsets.UTF_8));
        ListPage page = first.end();
        KubeObject x = page.items().get(0);
        KubeObject y = page.items().get(1);

        // When one of the two has changed
        ListDecoder second = new ListDecoder(
                Types.PODS, holding(x, y), ResourceVersion.of(200), Allowance.UNLIMITED, unreadable::add);
        second.feed(("{\"items\":[" + item + "," + other + "]}").getBytes(StandardCharsets.UTF_8));
        List<KubeObject> items = second.end().items();

        // Then
        assertEquals(ResourceVersion.of(100), page.resourceVersion());
        assertEquals(
                "{\"metadata\":{\"resourceVersion\":\"100\",\"name\":\"x\"},\"usage\":{\"cpu\":\"1\"}}",
                Objects.json(x));
        assertSame(x, items.get(0));
        assertEquals("y@200", items.get(1).toString());
        assertEquals(List.of(), unreadable);
    }
}
