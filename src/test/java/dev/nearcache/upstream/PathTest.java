package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.testing.ManualTimers;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(16);
    private static final Duration PAUSE = DEAD_PEER.dividedBy(4);

    private final ManualTimers timers = new ManualTimers();
    private final List<Promise<String>> probes = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final Path path = new Path(timers, DEAD_PEER, () -> {
        Promise<String> probe = Promise.promise();
        probes.add(probe);
        return probe.future();
    });

    private void doubt() {
        path.doubt();
        timers.runDeferred();
    }

    private void answer(int probe) {
        probes.get(probe).complete("");
        timers.runDeferred();
    }

    private void refuse(int probe) {
        probes.get(probe).fail("refused");
        timers.runDeferred();
    }

    @Test
    void nothingIsAskedWhileNobodyDoubts() {
        // When
        timers.advance(Duration.ofHours(1));

        // Then
        assertEquals(0, probes.size());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void manyDoubtsAreOneRequest() {
        // When
        for (int i = 0; i < 1_000; i++) {
            path.doubt();
        }
        timers.runDeferred();

        // Then
        assertEquals(1, probes.size());
    }

    @Test
    void aServerThatAnswersAtOnceIsSlowOnlyAndWhatIsAwaitedIsLeftAlone() {
        // Given
        path.expect(timers, () -> told.add("lost"));
        path.onHealed(timers, () -> told.add("healed"));
        timers.advance(Duration.ofSeconds(5));

        // When
        doubt();
        answer(0);
        timers.advance(DEAD_PEER);

        // Then
        assertEquals(List.of(), told);
        assertEquals(1, probes.size());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void aHealedPathGivesUpWhatWasSilentAndWakesWhoWaits() {
        // Given
        path.expect(timers, () -> told.add("lost"));
        Path.Expected done = path.expect(timers, () -> told.add("done"));
        Path.Expected loud = path.expect(timers, () -> told.add("loud"));
        path.onHealed(timers, () -> told.add("healed"));
        path.onHealed(timers, () -> told.add("gone")).run();
        timers.advance(Duration.ofSeconds(1));

        // When
        doubt();
        timers.advance(PAUSE.multipliedBy(3));
        assertEquals(4, probes.size());
        loud.heard();
        done.done();
        answer(3);

        // Then
        assertEquals(List.of("lost", "healed"), told);
        assertEquals(List.of(), timers.pending());

        // When
        answer(1);
        refuse(2);

        // Then
        assertEquals(2, told.size());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void aPathThatWasRefusedHasHealedWhateverAnswersFirst() {
        // Given
        path.onHealed(timers, () -> told.add("healed"));
        doubt();
        timers.advance(PAUSE);
        refuse(1);

        // When
        answer(0);

        // Then
        assertEquals(List.of("healed"), told);
    }

    @Test
    void aLostPathIsAskedFourTimesInTheLimitForAsLongAsItTakes() {
        // Given
        doubt();

        // When
        for (int i = 0; i < 400; i++) {
            refuse(i);
            doubt();
            timers.advance(PAUSE);
        }

        // Then
        assertEquals(401, probes.size());
        assertEquals(1, timers.pending().size());
    }

    @Test
    void aNewDoubtAsksAnew() {
        // Given
        doubt();
        answer(0);

        // When
        doubt();

        // Then
        assertEquals(2, probes.size());
    }

    @Test
    void aClosedPathAsksNoMore() {
        // Given
        doubt();

        // When
        path.close();
        timers.runDeferred();
        doubt();
        timers.advance(Duration.ofHours(1));
        answer(0);

        // Then
        assertEquals(1, probes.size());
        assertEquals(List.of(), timers.pending());
    }
}
