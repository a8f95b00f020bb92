package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListDecoderTest {
    private static final String A = "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"},\"x\":[{},[1]]}";
    private static final String B = "{\"metadata\":{\"name\":\"b\",\"resourceVersion\":\"2\"},\"y\":\"é\"}";
    private static final String META =
            "\"metadata\":{\"selfLink\":{\"resourceVersion\":\"9\"},\"resourceVersion\":\"221\",\"continue\":\"t==\",\"remainingItemCount\":4}";
    private static final String ITEMS = "\"items\":[" + A + "," + B + "]";

    private static ListDecoder decoder() {
        return new ListDecoder(
                Types.PODS,
                Objects.decoder(ObjectLayout.whole()),
                ResourceVersion.NONE,
                Allowance.UNLIMITED,
                unreadable -> {});
    }

    private static ListPage decode(String json) {
        ListDecoder decoder = decoder();
        decoder.feed(json.getBytes(StandardCharsets.UTF_8));
        return decoder.end();
    }

    @Test
    void aListOfAnotherTypeIsNoListOfOurs() {
        UpstreamException refused = assertThrows(
                UpstreamException.class,
                () -> decode("{\"kind\":\"PodList\",\"apiVersion\":\"evil.io/v1\"," + META + "," + ITEMS + "}"));
        assertEquals("the answer is not a list: it is a PodList of evil.io/v1, not of v1", refused.getMessage());
    }

    private static void assertIsThePage(ListPage page, String hint) {
        assertEquals("221", page.resourceVersion().toString(), hint);
        assertEquals("t==", page.continueToken(), hint);
        List<String> texts = page.items().stream().map(Objects::json).toList();
        assertEquals(List.of(A, B), texts, hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",META,ITEMS}\n",
                "{ITEMS,META,\"kind\":\"PodList\",\"apiVersion\":\"v1\"}",
                "{\"apiVersion\":\"v1\",ITEMS,\"extra\":[{\"items\":[1]},null],\"more\":{\"kind\":\"Table\"},\"kind\":\"L\",META} ",
                " {META , ITEMS}"
            })
    void readsTheSamePageWhereverItIsCutAndWhateverTheOrder(String form) {
        byte[] json = form.replace("META", META).replace("ITEMS", ITEMS).getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= json.length; cut++) {
            // Given
            ListDecoder decoder = decoder();

            // When
            int items =
                    decoder.feed(Arrays.copyOf(json, cut)) + decoder.feed(Arrays.copyOfRange(json, cut, json.length));

            // Then
            assertEquals(2, items);
            assertIsThePage(decoder.end(), "cut at " + cut);
        }
    }

    @Test
    void readsByteByByte() {
        // Given
        ListDecoder decoder = decoder();

        // When
        for (byte one : ("{" + ITEMS + "," + META + "}").getBytes(StandardCharsets.UTF_8)) {
            decoder.feed(new byte[] {one});
        }

        // Then
        assertIsThePage(decoder.end(), "byte by byte");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"kind\":\"PodList\",\"metadata\":{},\"items\":[]}", "{\"items\":null,\"kind\":\"PodList\"}"})
    void anEmptyListMayLackItsVersion(String json) {
        assertEquals(new ListPage("PodList", List.<KubeObject>of(), ResourceVersion.NONE, ""), decode(json));
    }

    @Test
    void anObjectThatIsKeptKeepsNothingElseOfItsPage() { // RF-48
        // Given
        List<KubeObject> kept = new ArrayList<>();
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ListPage page = decode("{" + META + "," + ITEMS + "}");
            kept.add(page.items().get(0));
            gone.add(new WeakReference<>(page));
            gone.add(new WeakReference<>(page.items()));
            gone.add(new WeakReference<>(page.items().get(1)));
        }

        // Then
        Await.until(() -> {
            System.gc();
            return gone.stream().allMatch(reference -> reference.get() == null);
        });
        kept.forEach(object -> assertEquals(A, Objects.json(object)));
    }

    @Test
    void aListMayLackItsKind() {
        assertEquals("", decode("{" + META + "," + ITEMS + "}").kind());
    }

    @Test
    void isReadNoFurtherThanToTheObjectThatIsTooMuch() {
        // Given
        UpstreamException tooMuch = new UpstreamException(Reason.OVER_LIMIT, "too much", null);
        List<KubeObject> taken = new ArrayList<>();
        ListDecoder decoder = new ListDecoder(
                Types.PODS,
                Objects.decoder(ObjectLayout.whole()),
                ResourceVersion.NONE,
                object -> {
                    taken.add(object);
                    return taken.size() > 1 ? Optional.of(tooMuch) : Optional.empty();
                },
                unreadable -> {});
        byte[] beginning = ("{" + META + ",\"items\":[" + A + "," + B + "," + A).getBytes(StandardCharsets.UTF_8);

        // When
        UpstreamException refused = assertThrows(UpstreamException.class, () -> decoder.feed(beginning));

        // Then
        assertSame(tooMuch, refused);
        assertEquals(2, taken.size(), "the third, which had come too, was not looked at");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "<html>",
                "{}",
                "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"}}",
                "{\"items\":{}}",
                "{\"items\":\"x\"}",
                "{\"items\":[],\"metadata\":{\"resourceVersion\":\"abc\"}}",
                "{\"items\":[" + A,
                "{\"items\":[" + A + "]",
                "{\"items\":[]} {}",
                "{\"kind\":\"Table\",\"rows\":[]}",
                "{\"items\":[],\"kind\":\"Table\"}",
                "{\"kind\":\"Status\",\"code\":500}"
            })
    void refusesWhatIsNoList(String json) { // RF-52..55
        UpstreamException refused = assertThrows(UpstreamException.class, () -> decode(json));
        assertEquals(Reason.BAD_ANSWER, refused.reason());
    }
}
