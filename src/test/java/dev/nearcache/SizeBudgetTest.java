package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.reflector.Stage;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.resource.SizeLimits;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.Scope;
import dev.nearcache.testing.CacheChecks;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SizeBudgetTest {
    private static final String OVER =
            "more than 4 objects, as limited by maxObjects: 4; nothing of it is kept until it fits";

    private final ManualTimers timers = new ManualTimers();
    private final ResourceCache cache = new ResourceCache(
            List.of(), new HistoryLimits(100, 1 << 20, Duration.ofHours(1)), timers::defer, timers::now);
    private final Scope scopeA = cache.scope("a");
    private final Scope scopeB = cache.scope("b");
    private final List<String> told = new ArrayList<>();

    private SizeBudget.Part part(SizeBudget budget, Scope scope) {
        SizeBudget.Part part = budget.part(scope);
        part.onDrop(why -> {
            told.add(scope.namespace() + ": " + why.getMessage());
            part.failed(new Failure(Stage.LIST, why.reason(), String.valueOf(why.getMessage()), Duration.ofSeconds(8)));
        });
        return part;
    }

    private SizeBudget budget(long maxObjects, long maxBytes) {
        return new SizeBudget(new SizeLimits(maxObjects, maxBytes), cache, timers);
    }

    private static List<KubeObject> pods(String namespace, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Objects.pod(namespace, "p" + i, i + 1))
                .toList();
    }

    /** How many of a namespace's pods a list may bring. */
    private static int taken(Allowance allowance, String namespace, int most) {
        int taken = 0;
        for (KubeObject pod : pods(namespace, most)) {
            if (allowance.take(pod).isPresent()) {
                return taken;
            }
            taken++;
        }
        return taken;
    }

    private void list(Scope scope, int count) {
        scope.sink().replace(pods(scope.namespace(), count), ResourceVersion.of(100));
        timers.runDeferred();
    }

    private static Failure refused(Reason reason) {
        return new Failure(Stage.LIST, reason, OVER, Duration.ofSeconds(8));
    }

    @Test
    void aListThatNeverEndsStopsAtTheLimit() {
        // Given
        Allowance list = part(budget(4, 0), scopeA).get();

        // When
        int taken = taken(list, "a", 1_000);

        // Then
        assertEquals(4, taken);
    }

    @Test
    void bytesOfJsonAreCountedAsTheyAreReported() {
        // Given
        long size =
                pods("a", 3).stream().mapToLong(pod -> pod.body().jsonLength()).sum();
        SizeBudget.Part part = part(budget(0, size), scopeA);

        // When
        int taken = taken(part.get(), "a", 1_000);
        list(scopeA, 3);

        // Then
        assertEquals(3, taken);
        assertEquals(size, cache.state().bytes());
        assertEquals(List.of(), told);
    }

    @Test
    void theListsOfAllNamespacesShareOneLimitForAsLongAsTheyAreUnderWay() {
        // Given
        SizeBudget budget = budget(4, 0);
        Allowance a = part(budget, scopeA).get();
        SizeBudget.Part b = part(budget, scopeB);

        // When
        int first = taken(a, "a", 3);
        int second = taken(b.get(), "b", 1_000);
        a.close();
        int third = taken(b.get(), "b", 1_000);

        // Then
        assertEquals(List.of(3, 1, 4), List.of(first, second, third));
    }

    @Test
    void whatIsGivenBackMakesRoom() {
        // Given
        Allowance list = part(budget(4, 0), scopeA).get();
        taken(list, "a", 4);

        // When
        list.giveBack(pods("a", 1).get(0));

        // Then
        assertEquals(1, taken(list, "b", 2));
    }

    @Test
    void aListThatWasGivenUpBringsNothingMore() {
        // Given
        SizeBudget.Part part = part(budget(0, 0), scopeA);
        Allowance left = part.get();
        taken(left, "a", 2);

        // When
        Allowance next = part.get();

        // Then
        assertEquals(0, taken(left, "a", 1));
        assertEquals(1_000, taken(next, "a", 1_000));
    }

    @Test
    void withoutLimitsNothingIsTooMuch() {
        // Given
        SizeBudget budget = budget(0, 0);
        Allowance list = part(budget, scopeA).get();

        // When
        int taken = taken(list, "a", 10_000);
        list(scopeA, 10_000);

        // Then
        assertEquals(10_000, taken);
        assertEquals(10_000, cache.state().objects().size());
        assertEquals(List.of(), told);
    }

    @Test
    void whatAWatchAddsBeyondTheLimitLetsEverythingGoAndTellsAllReflectorsOnce() {
        // Given
        SizeBudget budget = budget(4, 0);
        part(budget, scopeA).get();
        part(budget, scopeB).get();
        list(scopeA, 2);
        list(scopeB, 2);
        assertTrue(cache.state().synced());
        long position = cache.state().position();

        // When
        scopeA.sink().add(Objects.pod("a", "late", 101));
        timers.runDeferred();

        // Then
        assertEquals(List.of("a: " + OVER, "b: " + OVER), told);
        assertEquals(0, cache.state().objects().size());
        assertEquals(0, cache.state().bytes());
        assertFalse(cache.state().synced());
        assertFalse(cache.state().syncedIn("b"));
        assertEquals(List.of(), CacheChecks.events(cache.log()), "nobody is told that they were deleted");
        assertTrue(cache.log().floor() > position + 1, "who followed has lost its place");
        CacheChecks.valid(cache.state(), cache.log());
    }

    @Test
    void whoFoundOutByItselfIsNotToldAgain() {
        // Given
        SizeBudget budget = budget(4, 0);
        SizeBudget.Part a = part(budget, scopeA);
        part(budget, scopeB).get();
        list(scopeB, 2);
        a.get();

        // When
        a.failed(refused(Reason.OVER_LIMIT));
        timers.runDeferred();

        // Then
        assertEquals(List.of("b: " + OVER), told);
        assertEquals(0, cache.state().objects().size());
    }

    @Test
    void aListBesideTheWatchThatIsTooLongLetsEverythingGo() {
        // Given
        SizeBudget budget = budget(4, 0);
        SizeBudget.Part a = part(budget, scopeA);
        a.get();
        list(scopeA, 4);

        // When
        a.refreshFailed(RefreshCause.SAFETY, new UpstreamException(Reason.OVER_LIMIT, OVER, null));
        timers.runDeferred();

        // Then
        assertEquals(List.of("a: " + OVER), told);
        assertEquals(0, cache.state().objects().size());
    }

    @Test
    void nothingCanBeReadAgainBeforeAllOfItFits() {
        // Given
        SizeBudget budget = budget(4, 0);
        SizeBudget.Part a = part(budget, scopeA);
        part(budget, scopeB).get();
        a.get();
        a.failed(refused(Reason.OVER_LIMIT));
        timers.runDeferred();

        // When
        list(scopeA, 2);
        boolean before = cache.state().syncedIn("a");
        list(scopeB, 2);

        // Then
        assertFalse(before);
        assertTrue(cache.state().synced());
        CacheChecks.valid(cache.state(), cache.log());
    }

    @Test
    void aNamespaceThatFailsForAnotherReasonDoesNotKeepTheOthersBack() {
        // Given
        SizeBudget budget = budget(4, 0);
        SizeBudget.Part a = part(budget, scopeA);
        SizeBudget.Part b = part(budget, scopeB);
        a.get();
        b.get();
        a.failed(refused(Reason.OVER_LIMIT));
        timers.runDeferred();
        list(scopeA, 2);

        // When
        b.failed(refused(Reason.FORBIDDEN));

        // Then
        assertTrue(cache.state().syncedIn("a"));
        assertFalse(cache.state().synced());
    }

    @Test
    void aListThatReplacesAsManyObjectsByOthersFits() {
        // Given
        SizeBudget budget = budget(4, 0);
        part(budget, scopeA).get();
        list(scopeA, 4);

        // When
        scopeA.sink()
                .replace(
                        IntStream.range(0, 4)
                                .mapToObj(i -> Objects.pod("a", "q" + i, 200 + i))
                                .toList(),
                        ResourceVersion.of(210));
        timers.runDeferred();

        // Then
        assertEquals(List.of(), told);
        assertEquals(4, cache.state().objects().size());
    }
}
