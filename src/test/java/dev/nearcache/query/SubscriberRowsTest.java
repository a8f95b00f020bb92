package dev.nearcache.query;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.WatchQuery.Order;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of reflector.md 5.8 and 5.9 on handlers and filters: here a subscriber, which is a snapshot and a cursor. */
class SubscriberRowsTest {
    private final ManualTimers timers = new ManualTimers();
    private final ChangeSignals signals = new ChangeSignals(timers);
    private final QueryService queries = new QueryService(new PinnedSnapshots(timers::nanos), signals, timers);
    private final FedResource pods = FedResource.pods();

    private WatchSession subscribe(String labels, WatchQuery.Start start) {
        return queries.watch(pods, new WatchQuery(selection(labels), start)).result();
    }

    private WatchSession subscribe() {
        return subscribe("", new WatchQuery.Snapshot(ResourceVersion.NONE, Order.KEY));
    }

    private static Selection selection(String labels) {
        return new Selection("", LabelSelector.parse(labels), FieldSelector.EVERYTHING, ObjectLayout.whole());
    }

    /** All that a session has now, as {@code ADDED p1@4}, with a mark where a deletion was inferred. */
    private static List<String> all(WatchSession session) {
        List<String> seen = new ArrayList<>();
        while (session.next(2).match(new Step.Cases<Boolean>() {
            @Override
            public Boolean changes(List<Change> changes, Step.Progress progress) {
                changes.forEach(change -> seen.add(text(change)));
                return progress == Step.Progress.MORE;
            }

            @Override
            public Boolean synced(ResourceVersion version) {
                seen.add("SYNCED " + version);
                return true;
            }

            @Override
            public Boolean expired(ResourceVersion asked, ResourceVersion oldest) {
                seen.add("EXPIRED");
                return false;
            }
        })) {}
        return seen;
    }

    private static String text(Change change) {
        return change.kind()
                + (change.finality() == Change.Finality.UNKNOWN ? "? " : " ")
                + change.object().key().name() + "@" + change.version();
    }

    private static KubeObject labelled(String app, long version) {
        return pod("a", "x", version, Map.of("app", app));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            EV-01 add, selected             | ''      | add yes    | ADDED x@11
            EV-02 add, not selected         | ''      | add no     | ''
            EV-03 delete, selected          | yes     | delete yes | DELETED x@11
            EV-04 delete, not selected      | no      | delete no  | ''
            EV-05 update, stays             | yes     | update yes | MODIFIED x@11
            EV-06 update, enters            | no      | update yes | ADDED x@11
            EV-07 update, leaves            | yes     | update no  | DELETED x@11
            EV-08 update, stays away        | no      | update no  | ''
            """)
    void aSelectionIsEnteredAndLeft(String row, String before, String step, String expected) {
        // Given
        pods.list(10, before.isEmpty() ? new KubeObject[0] : new KubeObject[] {labelled(before, 5)});
        WatchSession session = subscribe("app=yes", new WatchQuery.After(ResourceVersion.of(10)));
        // When
        KubeObject after = labelled(step.substring(step.indexOf(' ') + 1), 11);
        pods.feed(sink -> {
            switch (step.charAt(0)) {
                case 'a' -> sink.add(after);
                case 'u' -> sink.update(after);
                default -> sink.delete(after);
            }
        });
        // Then
        assertEquals(expected, String.join(", ", all(session)), row);
    }

    @Test
    void leavingShowsTheObjectAsItWasAtTheVersionOfTheChange() { // EV-07
        // Given
        KubeObject before = labelled("yes", 5);
        pods.list(10, before);
        WatchSession session = subscribe("app=yes", new WatchQuery.After(ResourceVersion.of(10)));
        // When
        pods.feed(sink -> sink.update(labelled("no", 11)));
        // Then
        Change left = ((Step.Changes) session.next(9)).list().get(0);
        assertSame(before, left.object());
        assertEquals(ResourceVersion.of(11), left.version());
    }

    @Test
    void aDeleteHasItsObjectSeenOrNot() { // EV-09..13, CT-07
        // Given
        pods.list(10, pod("a", "p", 5), pod("a", "q", 6));
        WatchSession session = subscribe("", new WatchQuery.Now());
        // When: one was seen, the other is only missing from a list
        pods.feed(sink -> sink.delete(pod("a", "p", 11)));
        pods.list(12);
        // Then
        assertEquals(List.of("DELETED p@11", "DELETED? q@12"), all(session));
    }

    @Test
    void whateverAConsumerDeletesIsReportedDeleted() { // CT-01
        // Given
        pods.list(10);
        WatchSession session = subscribe("", new WatchQuery.Now());
        List<String> names = List.of("a-hello", "b-controller", "c-framework");
        // When
        long version = 11;
        for (String name : names) {
            long at = version++;
            pods.feed(sink -> sink.add(pod("a", name, at)));
        }
        for (Change added : ((Step.Changes) session.next(9)).list()) {
            long at = version++;
            String name = added.object().key().name();
            pods.feed(sink -> sink.delete(pod("a", name, at)));
        }
        // Then
        assertEquals(List.of("DELETED a-hello@14", "DELETED b-controller@15", "DELETED c-framework@16"), all(session));
    }

    @Test
    void aWatchThatWasLostIsFollowedByWhatChangedMeanwhile() { // CT-15, SI-06
        // Given
        pods.list(10, pod("a", "pod-1", 5));
        WatchSession session = subscribe();
        assertEquals(List.of("ADDED pod-1@5", "SYNCED 10"), all(session));
        // When: one was changed and one made while nobody looked
        pods.list(12, pod("a", "pod-1", 11), pod("a", "pod-2", 12));
        // Then: the unchanged are not repeated, and there is no second snapshot
        assertEquals(List.of("MODIFIED pod-1@11", "ADDED pod-2@12"), all(session));
    }

    @Test
    void oneWhoJoinsLateSeesEachObjectOnceAndThenWhatFollows() { // SI-19, SI-15, SY-01
        // Given
        pods.list(10, pod("a", "pod-1", 5));
        WatchSession early = subscribe();
        all(early);
        pods.feed(sink -> sink.add(pod("a", "pod-2", 11)));
        // When: something happens while its snapshot is under way
        WatchSession late = subscribe();
        List<String> seen = new ArrayList<>();
        ((Step.Changes) late.next(1)).list().forEach(change -> seen.add(text(change)));
        pods.feed(sink -> sink.add(pod("a", "pod-3", 12)));
        seen.addAll(all(late));
        // Then: it is synced once it was given all that there was when it came, not before
        assertEquals(List.of("ADDED pod-1@5", "ADDED pod-2@11", "SYNCED 11", "ADDED pod-3@12"), seen);
        assertEquals(List.of("ADDED pod-2@11", "ADDED pod-3@12"), all(early));
    }

    @Test
    void oneThatTakesNothingHoldsUpNobodyAndIsOwedNothingOnceItLeft() { // XP-21, SI-25
        // Given
        pods.list(10);
        WatchSession blocked = subscribe("", new WatchQuery.Now());
        WatchSession other = subscribe("", new WatchQuery.Now());
        // When
        for (long version = 11; version <= 15; version++) {
            long at = version;
            pods.feed(sink -> sink.add(pod("a", "p" + at, at)));
        }
        // Then: what waits for it is the log, which waits for nobody
        assertEquals(1, ((Step.Changes) blocked.next(1)).list().size());
        assertEquals(5, pods.store().state().objects().size());
        assertEquals(5, all(other).size());
    }

    @Test
    void aSubscriberThatFailsCostsTheOthersNothing() { // SI-24
        // Given
        pods.list(10);
        List<String> told = new ArrayList<>();
        signals.listen(pods, () -> {
            throw new IllegalStateException("a test");
        });
        signals.listen(pods, () -> told.add("told"));
        // When
        pods.feed(sink -> sink.add(pod("a", "x", 11)));
        try {
            timers.runDeferred();
        } catch (IllegalStateException reported) {
            timers.runDeferred();
        }
        // Then
        assertEquals(List.of("told"), told);
    }

    @Test
    void aSubscriberThatStopsIsToldNothingMore() { // SI-18, SI-12, SI-17
        // Given: one listener twice
        pods.list(10);
        List<String> told = new ArrayList<>();
        Runnable listener = () -> told.add("told");
        ChangeSignals.Place first = signals.listen(pods, listener);
        ChangeSignals.Place second = signals.listen(pods, listener);
        // When, Then
        first.stop();
        first.stop();
        pods.feed(sink -> sink.add(pod("a", "x", 11)));
        timers.runDeferred();
        assertEquals(List.of("told"), told);
        second.stop();
        pods.feed(sink -> sink.add(pod("a", "y", 12)));
        timers.runDeferred();
        assertEquals(List.of("told"), told);
    }

    @Test
    void onlyTransitionsThatHappenedAreSeen() { // CT-03
        // Given
        pods.list(10);
        WatchSession all = subscribe("", new WatchQuery.Now());
        WatchSession from = subscribe("app=from", new WatchQuery.Now());
        WatchSession to = subscribe("app=to", new WatchQuery.Now());
        // When
        pods.feed(sink -> sink.add(labelled("from", 11)));
        pods.feed(sink -> sink.update(labelled("from", 12)));
        pods.feed(sink -> sink.update(labelled("to", 13)));
        pods.feed(sink -> sink.update(labelled("to", 14)));
        pods.feed(sink -> sink.delete(labelled("to", 15)));
        // Then
        assertEquals(
                List.of("ADDED x@11", "MODIFIED x@12", "MODIFIED x@13", "MODIFIED x@14", "DELETED x@15"), all(all));
        assertEquals(List.of("ADDED x@11", "MODIFIED x@12", "DELETED x@13"), all(from));
        assertEquals(List.of("ADDED x@13", "MODIFIED x@14", "DELETED x@15"), all(to));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"LS-01 app=some 10000", "LS-02 app 100000", "LS-03 app=none 0"})
    void listsByLabel(String row) {
        // Given: a hundred thousand, a tenth of which are some
        KubeObject model = pod("a", "x", 1);
        KubeObject[] objects = new KubeObject[100_000];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new KubeObject(
                    new ObjectKey("a", "p" + i),
                    ResourceVersion.of(i + 1L),
                    "u" + i,
                    Map.of("app", i % 10 == 0 ? "some" : "other"),
                    List.of(),
                    model.body());
        }
        pods.list(100_000, objects);
        String[] words = row.split(" ", -1);
        // When
        ListResult page = queries.list(
                        pods, new ListQuery(selection(words[1]), 0, new ListQuery.NotOlderThan(ResourceVersion.NONE)))
                .result();
        // Then
        assertEquals(Integer.parseInt(words[2]), page.objects().size());
        assertTrue(page.next().isEmpty());
    }
}
