package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.SelfCheck.Held;
import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.Scope;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.MetadataList.Facts;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelfCheckTest {
    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final ResourceVersion SEVEN = ResourceVersion.of(7);

    private final ManualTimers timers = new ManualTimers();
    private final ResourceCache cache = new ResourceCache(
            List.of(), new HistoryLimits(100, 1 << 20, Duration.ofHours(1)), timers::defer, timers::now);
    private final Scope one = cache.scope("one");
    private final Scope two = cache.scope("two");
    private final List<String> told = new ArrayList<>();
    private final Deque<Promise<Facts>> questions = new ArrayDeque<>();
    private final SelfCheck check = new SelfCheck(
            "pods",
            PERIOD,
            500,
            timers,
            List.of(part(one), part(two)),
            namespace -> Optional.of((version, pageSize) -> {
                told.add("ask " + namespace + " at " + version);
                questions.add(Promise.promise());
                return questions.getLast().future();
            }),
            (resource, verdict) -> told.add(verdict.name()));

    private SelfCheck.Part part(Scope scope) {
        return new SelfCheck.Part() {
            @Override
            public String namespace() {
                return scope.namespace();
            }

            @Override
            public Optional<Held> held() {
                return scope.settled() ? Optional.of(new Held(cache.state(), scope.reached())) : Optional.empty();
            }

            @Override
            public void repair() {
                told.add("repair " + scope.namespace());
            }
        };
    }

    private void begin() {
        one.sink().replace(List.of(Objects.pod("one", "a", 3), Objects.pod("one", "b", 5)), SEVEN);
        two.sink().replace(List.of(Objects.pod("two", "a", 4)), SEVEN);
        timers.runDeferred();
        check.start();
        timers.advance(PERIOD);
    }

    private void answer(ResourceVersion version, Fingerprint fingerprint) {
        questions.remove().complete(new Facts(version, fingerprint));
        timers.runDeferred();
    }

    private static Fingerprint ofOne() {
        return Fingerprint.EMPTY.with("one", "b", ResourceVersion.of(5)).with("one", "a", ResourceVersion.of(3));
    }

    @Test
    void namespacesAreComparedOneAfterTheOtherEachWithItsOwn() {
        // Given
        begin();
        assertEquals(List.of("ask one at 7"), told);

        // When
        answer(SEVEN, ofOne());
        answer(SEVEN, Fingerprint.EMPTY.with("two", "a", ResourceVersion.of(4)));

        // Then
        assertEquals(List.of("ask one at 7", "SAME", "ask two at 7", "SAME"), told);
        assertEquals(List.of(PERIOD), timers.pending());
    }

    @Test
    void aDifferenceIsRepairedWhereItIs() {
        // Given
        begin();

        // When
        answer(SEVEN, Fingerprint.EMPTY.with("one", "a", ResourceVersion.of(3)));

        // Then
        assertEquals(List.of("ask one at 7", "DIFFERENT", "repair one", "ask two at 7"), told);
    }

    @Test
    void whatChangesWhileTheServerIsAskedIsNoDifference() {
        // Given
        begin();

        // When
        one.sink().delete(Objects.pod("one", "a", 9));
        timers.runDeferred();
        answer(SEVEN, ofOne());

        // Then
        assertEquals("SAME", told.get(1));
    }

    @Test
    void whatIsQueuedIsNotYetPartOfTheVersionThatIsAskedFor() {
        // Given
        begin();
        answer(SEVEN, ofOne());
        questions.remove().fail("gone");
        told.clear();

        // When events come in the turn before the check's
        one.sink().update(Objects.pod("one", "a", 9));
        assertEquals(SEVEN, one.reached());
        assertEquals(SEVEN, part(one).held().orElseThrow().version());
        timers.advance(PERIOD);

        // Then
        assertEquals(List.of("ask one at 9"), told);
    }

    @Test
    void anotherVersionAndAFailureSayNothing() {
        // Given
        begin();

        // When
        answer(ResourceVersion.of(8), Fingerprint.EMPTY);
        questions.remove().fail("gone");

        // Then
        assertEquals(List.of("ask one at 7", "INCONCLUSIVE", "ask two at 7", "INCONCLUSIVE"), told);
        assertEquals(List.of(PERIOD), timers.pending());
    }

    @Test
    void afterStopAnAnswerRepairsNothingAndNothingIsAskedAgain() {
        // Given
        begin();

        // When
        check.stop();
        answer(SEVEN, Fingerprint.EMPTY);
        timers.advance(PERIOD.multipliedBy(3));

        // Then
        assertEquals(List.of("ask one at 7"), told);
        assertEquals(List.of(), timers.pending());
    }
}
