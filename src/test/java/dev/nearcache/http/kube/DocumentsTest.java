package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.ManualTimers;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Documents are asked for when they are in doubt, and are there when the API server is not. */
class DocumentsTest {
    private static final Document.Key VERSION = new Document.Key("/version", "application/json", "identity");
    private static final Duration LONG = Documents.FRESH.plusSeconds(1);

    private final ManualTimers timers = new ManualTimers();
    private final FakeOrigin origin = new FakeOrigin();
    private final Documents documents = new Documents(origin, new KeptDocuments(), timers);

    private String get(Duration longestAge) {
        Future<Document> got = documents.get(VERSION, longestAge);
        assertTrue(got.succeeded(), () -> String.valueOf(got.cause()));
        return got.result().body().map(Buffer::toString).orElse("");
    }

    @Test
    void asksOnceForADocumentThatIsFresh() {
        // Given
        origin.json("/version", "one");

        // When
        String first = get(Documents.FRESH);
        origin.json("/version", "two");
        String second = get(Documents.FRESH);

        // Then
        assertEquals("one one", first + " " + second);
        assertEquals(1, origin.asked().size());
    }

    @Test
    void asksAgainForOneThatIsOldOrInDoubt() {
        // Given
        origin.json("/version", "one");
        get(Documents.FRESH);
        origin.json("/version", "two");

        // When
        timers.advance(Duration.ofSeconds(2));
        String inDoubt = get(Duration.ofSeconds(1));
        origin.json("/version", "three");
        timers.advance(LONG);
        String old = get(Documents.FRESH);

        // Then
        assertEquals("two three", inDoubt + " " + old);
    }

    @Test
    void keepsOneThatTheServerSaysHasNotChanged() {
        // Given
        origin.answer("/version", 200, Map.of("ETag", "\"1\""), "one");
        get(Documents.FRESH);
        timers.advance(LONG);

        // When
        origin.answer("/version", 304, Map.of("ETag", "\"1\""), "");
        String again = get(Documents.FRESH);

        // Then
        assertEquals("one", again);
        assertEquals("\"1\"", origin.asked().get(1).headers().get("If-None-Match"));
        assertEquals("one", get(Documents.FRESH));
        assertEquals(2, origin.asked().size());
    }

    @Test
    void givesTheLastCopyWhileTheServerIsAwayOrInTrouble() {
        // Given
        origin.json("/version", "one");
        get(Documents.FRESH);
        timers.advance(LONG);

        // When
        origin.goDown();
        String away = get(Documents.FRESH);
        origin.comeUp();
        origin.answer("/version", 503, Map.of(), "trouble");
        String inTrouble = get(Documents.FRESH);

        // Then
        assertEquals("one one", away + " " + inTrouble);
    }

    @Test
    void failsWithoutACopy() {
        origin.goDown();
        Future<Document> got = documents.get(VERSION, Documents.FRESH);
        assertEquals(503, ((StatusException) got.cause()).status().code());
    }

    @Test
    void keepsNoFailure() {
        origin.answer("/version", 404, Map.of(), "nothing");
        assertEquals("nothing", get(Documents.FRESH));
        origin.json("/version", "one");
        assertEquals("one", get(Documents.FRESH));
    }

    @Test
    void waitsForASlowServerOnlyForAMomentIfItHasACopy() {
        // Given: a copy, and a server that says nothing
        KeptDocuments kept = new KeptDocuments();
        origin.json("/version", "one");
        Document copy = new Documents(origin, kept, timers).get(VERSION, LONG).result();
        Promise<Origin.Answer> silence = Promise.promise();
        Documents slow = new Documents(new Silent(silence), kept, timers);
        timers.advance(LONG.plusSeconds(1));

        // When
        Future<Document> first = slow.get(VERSION, Documents.FRESH);
        Future<Document> second = slow.get(VERSION, Documents.FRESH);
        boolean waited = !first.isComplete();
        timers.advance(Duration.ofSeconds(2));

        // Then
        assertTrue(waited);
        assertSame(copy, first.result());
        assertSame(copy, second.result());
        assertFalse(silence.future().isComplete());
    }

    @Test
    void tellsHowOldACopyIsOnlyIfItIsOlderThanItShouldBe() {
        // Given
        origin.answer("/version", 200, Map.of("ETag", "\"1\""), "one");
        get(Documents.FRESH);
        timers.advance(LONG);
        origin.answer("/version", 304, Map.of(), "");
        get(Documents.FRESH);
        timers.advance(LONG);
        origin.goDown();

        // When
        Document copy = documents.get(VERSION, Documents.FRESH).result();

        // Then: since the server last said that it is still so
        assertEquals(Optional.of(LONG), documents.staleness(copy, Documents.FRESH));
        assertEquals(Optional.empty(), documents.staleness(copy, LONG));
    }

    @Test
    void letsManyWaitForTheirTurnAndRefusesOnlyWhoFindsNoPlace() {
        // Given
        List<Promise<Origin.Answer>> questions = new ArrayList<>();
        Documents busy = new Documents(new Counting(questions), new KeptDocuments(), timers);
        int most = Documents.MOST_ASKED + Documents.MOST_WAITING;

        // When
        List<Future<Document>> asked =
                IntStream.range(0, most).mapToObj(i -> busy.get(path(i), LONG)).toList();
        Future<Document> same = busy.get(path(most - 1), LONG);
        Future<Document> tooMany = busy.get(path(most), LONG);

        // Then a few are asked for, the rest waits, and one more is refused
        assertEquals(Documents.MOST_ASKED, questions.size());
        assertEquals(429, ((StatusException) tooMany.cause()).status().code());

        // When all are answered as they come
        for (int i = 0; i < most; i++) {
            assertEquals(Math.min(most, i + Documents.MOST_ASKED), questions.size());
            questions
                    .get(i)
                    .complete(new FakeOrigin()
                            .json("/x", "one")
                            .get(
                                    "/x",
                                    MultiMap.caseInsensitiveMultiMap(),
                                    Promise.promise().future())
                            .result());
        }

        // Then
        assertTrue(asked.stream().allMatch(Future::succeeded));
        assertTrue(same.succeeded());
        assertEquals(most, questions.size());
    }

    private static Document.Key path(int number) {
        return new Document.Key("/openapi/v3/" + number, "*/*", "identity");
    }

    @Test
    void saysWhatWillDoWhereThereIsNoCopyAndNoAnswer() {
        // Given
        Promise<Origin.Answer> silence = Promise.promise();
        Documents slow = new Documents(new Silent(silence), new KeptDocuments(), timers);
        origin.json("/apis", "other");
        Document other = documents
                .get(new Document.Key("/apis", "*/*", "identity"), LONG)
                .result();

        // When
        Future<Document> got = slow.get(VERSION, LONG, () -> Optional.of(other));
        timers.advance(Duration.ofSeconds(2));

        // Then
        assertSame(other, got.result());
    }

    private record Counting(List<Promise<Origin.Answer>> questions) implements Origin {
        @Override
        public Future<Answer> get(String uri, MultiMap headers, Future<?> left) {
            Promise<Answer> question = Promise.promise();
            questions.add(question);
            return question.future();
        }

        @Override
        public Future<Answer> stream(String uri, MultiMap headers, Future<?> left) {
            return get(uri, headers, left);
        }
    }

    @Test
    void keepsNoBodyThatIsTooLong() {
        origin.answer("/version", 200, Map.of("Content-Length", "99999999999"), "long");
        Document document = documents.get(VERSION, LONG).result();
        assertEquals(Optional.empty(), document.body());
    }

    private record Silent(Promise<Answer> answer) implements Origin {
        @Override
        public Future<Answer> get(String uri, MultiMap headers, Future<?> left) {
            return answer.future();
        }

        @Override
        public Future<Answer> stream(String uri, MultiMap headers, Future<?> left) {
            return answer.future();
        }
    }
}
