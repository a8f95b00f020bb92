package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MetadataPageTest {
    /** Whole objects, whose other members look like what is wanted. */
    private static final String LIST = """
            {"metadata":{"continue":"next","resourceVersion":"12","remainingItemCount":3},"kind":"PodList","items":[
              {"metadata":{"labels":{"name":"no","resourceVersion":"1"},"name":"a","namespace":"ns",
                "managedFields":[{"name":"no"}],"resourceVersion":"7"},
               "spec":{"name":"no","metadata":{"name":"no","resourceVersion":"2"},"items":[{"metadata":{"name":"no"}}]}},
              {"spec":{"resourceVersion":"3"},"metadata":{"resourceVersion":"9","name":"b"}}
            ],"extra":{"items":[{"metadata":{"name":"no"}}],"continue":"no"}}""";

    private static final Fingerprint EXPECTED =
            Fingerprint.EMPTY.with("", "b", ResourceVersion.of(9)).with("ns", "a", ResourceVersion.of(7));

    private static MetadataPage page(byte[]... chunks) {
        MetadataPage page = new MetadataPage(Fingerprint.EMPTY);
        for (byte[] chunk : chunks) {
            page.feed(chunk);
        }
        return page.end();
    }

    @Test
    void readsNamesAndVersionsAndNothingElseWhereverTheBytesAreCut() {
        byte[] all = LIST.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= all.length; cut++) {
            // When
            MetadataPage page = page(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length));

            // Then
            String at = "cut at " + cut;
            assertEquals(EXPECTED, page.fingerprint(), at);
            assertEquals(ResourceVersion.of(12), page.version(), at);
            assertEquals("next", page.continueToken(), at);
        }
    }

    @Test
    void addsToThePagesBefore() {
        // Given
        MetadataPage second = new MetadataPage(EXPECTED);

        // When
        second.feed("{\"items\":[{\"metadata\":{\"name\":\"c\",\"resourceVersion\":\"4\"}}]}"
                .getBytes(StandardCharsets.UTF_8));

        // Then
        assertEquals(EXPECTED.with("", "c", ResourceVersion.of(4)), second.end().fingerprint());
        assertEquals(ResourceVersion.NONE, second.version());
        assertEquals("", second.continueToken());
    }

    @Test
    void whatIsNoJsonOrBreaksOffIsABadAnswer() {
        // When
        UpstreamException noJson =
                assertThrows(UpstreamException.class, () -> page("<html>".getBytes(StandardCharsets.UTF_8)));
        UpstreamException brokenOff =
                assertThrows(UpstreamException.class, () -> page("{\"items\":[".getBytes(StandardCharsets.UTF_8)));

        // Then
        assertEquals(Reason.BAD_ANSWER, noJson.reason());
        assertEquals(Reason.BAD_ANSWER, brokenOff.reason());
    }
}
