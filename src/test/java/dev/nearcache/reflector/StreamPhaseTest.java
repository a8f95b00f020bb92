package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.reflector.ListPosition.Standing;
import dev.nearcache.reflector.ReflectorState.Idle;
import dev.nearcache.reflector.ReflectorState.StreamOpening;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The beginning of a cycle that asks for a streaming list, and each way on when that fails (reflector.md 1.9). */
class StreamPhaseTest {
    private static final ResourceVersion SEVEN = ResourceVersion.of(7);
    private static final String AT_NEWEST = "stream rv=" + ResourceVersion.NONE;

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final Cycle cycle = new Cycle();

    /** What a failure leads to, in the words of {@link Cycle#told}. */
    private enum Next {
        /** The same request after the backoff. */
        WAIT("retry"),
        /** The same at the newest version, at once. */
        NEWEST("refused"),
        /** The plain list. */
        LIST("list");

        private final String word;

        Next(String word) {
            this.word = word;
        }
    }

    /** A reflector that is in one state and writes down what the phase has it do; waits end when the test says so. */
    private static final class Cycle implements StreamPhase.Owner, Requests.Asker {
        private final List<String> told = new ArrayList<>();
        private ListPosition position = ListPosition.START.at(SEVEN);
        private ReflectorState state = new Idle();
        private Runnable move = () -> {};

        @Override
        public ListPosition position() {
            return position;
        }

        @Override
        public void take(WatchStream stream, StreamOpening opening) {
            told.add("take " + opening);
        }

        @Override
        public void retry(Stage stage, UpstreamException failure, Runnable next) {
            told.add("retry " + stage + " " + failure.reason());
            move = next;
        }

        @Override
        public void refused(Stage stage, UpstreamException failure) {
            told.add("refused " + stage + " " + failure.reason());
            position = position.refused();
        }

        @Override
        public void listPlainly(Stage stage, UpstreamException failure) {
            told.add("list " + stage + " " + failure.reason());
        }

        @Override
        public boolean isIn(ReflectorState asked) {
            return state == asked;
        }

        @Override
        public void enter(ReflectorState next) {
            state = next;
        }

        int attempt() {
            return ((StreamOpening) state).attempt();
        }
    }

    private StreamPhase phase(WatchList mode) {
        Backoff backoff = Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0);
        ReflectorSettings settings = ReflectorScript.settings(500, Duration.ofMinutes(5), backoff, mode, Duration.ZERO);
        return new StreamPhase(new Requests(server, cycle), cycle, settings, timers, new Random(1));
    }

    /** What follows each reason at a version of ours, at the newest since ours was refused, and for who insists. */
    private static Stream<Arguments> failures() {
        return Stream.of(Reason.values()).flatMap(reason -> switch (reason) {
            case CONNECTION_REFUSED, TOO_MANY_REQUESTS, OVER_LIMIT -> rows(reason, Next.WAIT, Next.WAIT, Next.WAIT);
            case EXPIRED, GONE, TOO_LARGE_VERSION -> rows(reason, Next.NEWEST, Next.WAIT, Next.NEWEST);
            case NOT_OFFERED -> rows(reason, Next.LIST, Next.LIST, Next.LIST);
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND, INTERNAL, REJECTED, UNREACHABLE, BAD_ANSWER, VERY_SHORT_WATCH ->
                rows(reason, Next.LIST, Next.LIST, Next.WAIT);
        });
    }

    private static Stream<Arguments> rows(Reason reason, Next atOurs, Next atNewest, Next insisting) {
        return Stream.of(
                Arguments.of(reason, WatchList.AUTO, Standing.ACCEPTED, atOurs),
                Arguments.of(reason, WatchList.AUTO, Standing.REFUSED, atNewest),
                Arguments.of(reason, WatchList.ALWAYS, Standing.ACCEPTED, insisting));
    }

    @ParameterizedTest(name = "{0}, {1}, our version {2}")
    @MethodSource("failures")
    void eachFailureHasOneWayOn(Reason reason, WatchList mode, Standing standing, Next next) {
        // Given
        StreamPhase phase = phase(mode);
        ListPosition before = ListPosition.START.at(SEVEN);
        cycle.position = standing == Standing.REFUSED ? before.refused() : before;
        String request = standing == Standing.REFUSED ? AT_NEWEST : "stream rv=7";
        phase.begin();
        assertEquals(List.of(request), server.requests());

        // When
        server.failWatch(reason);

        // Then
        assertEquals(List.of(next.word + " STREAM_OPEN " + reason), cycle.told);
        assertEquals(next == Next.NEWEST ? List.of(AT_NEWEST) : List.of(), server.requests());
        if (next == Next.WAIT) {
            cycle.move.run();
            assertEquals(List.of(request), server.requests());
        }
    }

    @Test
    void asksForAsLongAsForAnyWatchFromTheVersionThatIsHeld() {
        // Given
        timers.advance(Duration.ofSeconds(3));

        // When
        phase(WatchList.AUTO).begin();
        server.openWatch();

        // Then
        assertEquals(List.of("stream rv=7"), server.requests());
        long seconds = server.watchSeconds().get(0);
        assertTrue(seconds >= 300 && seconds < 600, () -> "asked for " + seconds + " s");
        assertEquals(
                List.of("take " + new StreamOpening(1, Duration.ofSeconds(3).toNanos())), cycle.told);
    }

    @Test
    void askedAtNoVersionWhileNoneIsHeld() {
        // Given
        cycle.position = ListPosition.START;

        // When
        phase(WatchList.AUTO).begin();

        // Then
        assertEquals(List.of(AT_NEWEST), server.requests());
    }

    @Test
    void aStreamThatClosesEarlyIsAskedForOnceMoreAfterTheBackoffThenListed() {
        // Given
        StreamPhase phase = phase(WatchList.AUTO);
        phase.begin();

        // When
        phase.cutShort(1);
        // Then
        assertEquals(List.of("retry STREAM BAD_ANSWER"), cycle.told);
        cycle.move.run();
        assertEquals(2, cycle.attempt());

        // When
        phase.cutShort(2);
        // Then
        assertEquals(List.of("retry STREAM BAD_ANSWER", "list STREAM BAD_ANSWER"), cycle.told);
    }

    @Test
    void whoInsistsOnStreamingNeverListsAndBeginsToCountAnew() {
        // Given
        StreamPhase phase = phase(WatchList.ALWAYS);
        phase.begin();

        // When
        for (int round = 0; round < 3; round++) {
            assertEquals(1, cycle.attempt());
            phase.cutShort(1);
            cycle.move.run();
            assertEquals(2, cycle.attempt());
            phase.cutShort(2);
            cycle.move.run();
        }

        // Then
        assertEquals(Collections.nCopies(6, "retry STREAM BAD_ANSWER"), cycle.told);
    }

    @Test
    void aFailureBetweenTwoEarlyEndsDoesNotGrantOneMore() {
        // Given
        StreamPhase phase = phase(WatchList.AUTO);
        phase.begin();
        phase.cutShort(1);
        cycle.move.run();

        // When
        server.failWatch(Reason.EXPIRED);
        server.failWatch(Reason.EXPIRED);
        cycle.move.run();

        // Then
        assertEquals(2, cycle.attempt());
    }

    @Test
    void aWatchThatComesForAStateThatWasLeftIsStopped() {
        // Given
        phase(WatchList.AUTO).begin();
        cycle.enter(new Idle());

        // When
        FakeWatch late = server.openWatch();

        // Then
        assertTrue(late.stopped());
        assertEquals(List.of(), cycle.told);
    }
}
