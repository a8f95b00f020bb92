package dev.nearcache.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.testing.SseReader.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseReaderTest {
    private static final String STREAM = "\uFEFF: hello\nretry: 2000\n\nevent: ADDED\ndata: ä1\ndata: 2\n\n"
            + "id: 7\r\nevent:MODIFIED\r\ndata:x\r\n\r\ndata: y\r\rid\n\nid: 9\ndata: half";

    @Test
    void readsTheSameWhereverThePiecesAreCut() {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        for (int size = 1; size <= bytes.length; size++) {
            // Given
            SseReader reader = new SseReader();
            List<Event> events = new ArrayList<>();
            // When
            for (int at = 0; at < bytes.length; at += size) {
                events.addAll(reader.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size))));
            }
            // Then
            assertEquals(
                    List.of(
                            new Event("ADDED", "", false, "ä1\n2"),
                            new Event("MODIFIED", "7", true, "x"),
                            new Event("message", "7", false, "y")),
                    events);
            assertEquals(List.of(" hello"), reader.comments());
            assertEquals("", reader.lastEventId(), "an empty id takes the last one away");
            assertEquals(2000, reader.retryMillis());
        }
    }
}
