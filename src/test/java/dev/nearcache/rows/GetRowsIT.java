package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GET of one object (kubernetes-api.md 7.4), rows 7.4 #1..7 in their order. */
class GetRowsIT {
    private static final String FOO = "/api/v1/namespaces/test-ns/pods/foo";

    @TempDir
    Path directory;

    @Test
    void theFacadeAnswers() {
        try (Side facade = new Facade()) {
            answers(facade);
        }
    }

    @Tag("testbed")
    @Test
    void theApiServerAnswers() {
        try (Side real = RealServer.start(directory)) {
            answers(real);
        }
    }

    private static void answers(Side side) {
        // Given
        long created = side.write(Pod.of("test-ns", "foo"));
        long updated = side.write(Pod.of("test-ns", "foo").labelled("a", "b"));
        long other = side.write(Pod.of("test-ns", "other"));

        // Then
        assertEquals(updated, version(side.get(FOO)), "7.4 #1");
        assertTrue(List.of(0L, created, updated).contains(version(side.get(FOO + "?resourceVersion=0"))), "7.4 #2");
        assertTrue(
                List.of(created, updated).contains(version(side.get(FOO + "?resourceVersion=" + created))), "7.4 #3");
        for (long at : List.of(updated, other)) {
            assertEquals(updated, version(side.get(FOO + "?resourceVersion=" + at)), "7.4 #4");
        }
        Answer tooLarge = side.get(FOO + "?resourceVersion=" + Long.MAX_VALUE);
        assertEquals(504, tooLarge.status(), "7.4 #5");
        assertEquals(
                "ResourceVersionTooLarge",
                tooLarge.json()
                        .path("details")
                        .path("causes")
                        .path(0)
                        .path("reason")
                        .asText(),
                "7.4 #5");
        assertEquals(404, side.get(FOO + "-not").status(), "7.4 #6");
        aVersionThatIsStillToCome(side);
    }

    /** 7.4 #7, and 7.9 #4. */
    private static void aVersionThatIsStillToCome(Side side) {
        long next = side.write(Pod.of("test-ns", "other").labelled("n", "1")) + 1;
        CompletableFuture<Answer> answer =
                CompletableFuture.supplyAsync(() -> side.get(FOO + "?resourceVersion=" + next));
        CompletableFuture<Void> soon = new CompletableFuture<>();
        soon.completeOnTimeout(null, 500, TimeUnit.MILLISECONDS).join();
        side.write(Pod.of("test-ns", "foo").labelled("n", "2"));
        assertEquals(200, answer.join().status(), "7.4 #7");
    }

    private static long version(Answer answer) {
        return answer.status() == 404
                ? 0
                : answer.json().path("metadata").path("resourceVersion").asLong();
    }
}
