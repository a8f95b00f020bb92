package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.http.kube.TableText.Include;
import dev.nearcache.http.kube.table.Printers;
import dev.nearcache.query.ListResult;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table of many objects is made a piece at a time, so that it never holds an event loop for long. */
class TablePiecesTest {
    private static final ResourceType PODS =
            new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of());

    private static ListBody table(int count, int size, Include include) {
        String padding = "x".repeat(size);
        List<KubeObject> pods = IntStream.range(0, count)
                .mapToObj(i -> Objects.pod("a", "pod-" + i, i + 1, Map.of("padding", padding)))
                .toList();
        ListResult page = new ListResult(pods, ResourceVersion.of(count), Optional.empty(), OptionalLong.empty());
        TypeText type = new TypeText(PODS);
        TableText text =
                new TableText(type, Printers.builtIn(PODS), include, "v1", () -> Instant.parse("2026-11-30T12:00:00Z"));
        return new ListBody(page, text, new BodyFilter.Compact());
    }

    @ParameterizedTest
    @EnumSource(Include.class)
    void aPieceIsMadeOfFewObjectsHoweverLittleIsWrittenOfEach(Include include) throws IOException {
        // Given
        int size = 6_000;
        ListBody body = table(500, size, include);

        // When
        Buffer whole = Buffer.buffer();
        int most = 0;
        StreamPump.Progress progress;
        do {
            Buffer piece = Buffer.buffer();
            progress = body.fill(piece);
            most = Math.max(most, piece.toString().split("\"cells\"", -1).length - 1);
            whole.appendBuffer(piece);
        } while (progress != StreamPump.Progress.DONE);

        // Then
        assertTrue(most <= (128 << 10) / size + 1, "objects in a piece: " + most);
        assertEquals(
                500, new ObjectMapper().readTree(whole.getBytes()).path("rows").size());
    }

    @Test
    void anEmptyTableHasItsColumnsAndNoRows() throws IOException {
        // When
        var table =
                new ObjectMapper().readTree(table(0, 0, Include.NONE).whole().getBytes());

        // Then
        assertEquals(9, table.path("columnDefinitions").size());
        assertEquals(0, table.path("rows").size());
    }
}
