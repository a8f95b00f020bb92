package dev.nearcache.query;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is woken by a change, and when. */
class ChangeSignalsTest {
    private final ManualTimers timers = new ManualTimers();
    private final ChangeSignals signals = new ChangeSignals(timers);
    private final FedResource pods = FedResource.pods().list(10, pod("a", "x", 3), pod("b", "y", 4));
    private final List<String> woken = new ArrayList<>();

    private static Selection selection(String namespace, String fields) {
        return new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.parse(fields), ObjectLayout.whole());
    }

    private Listening listen(String who, String namespace, String fields) {
        return signals.listen(pods, selection(namespace, fields), () -> woken.add(who));
    }

    private void add(String namespace, String name, long version) {
        pods.feed(sink -> sink.add(pod(namespace, name, version)));
    }

    @Test
    void anEventWakesThoseWhomItMayConcern() {
        // Given
        listen("all", "", "");
        listen("in a", "a", "");
        listen("in b", "b", "");
        listen("x in a", "a", "metadata.name=x");
        listen("z in a", "a", "metadata.name=z");
        listen("z anywhere", "", "metadata.name=z");
        listen("in a by another field", "", "metadata.namespace=a");

        // When
        add("a", "z", 11);
        timers.runDeferred();

        // Then
        assertEquals(List.of("all", "in a", "in a by another field", "z anywhere", "z in a"), sorted());
    }

    @Test
    void whatIsNoEventWakesEverybody() {
        // Given
        listen("in a", "a", "");
        listen("in b", "b", "");

        // When: a bookmark, and an event of one of them, before the loop comes round
        pods.feed(sink -> sink.bookmark(ResourceVersion.of(12)));
        add("a", "z", 13);
        timers.runDeferred();

        // Then
        assertEquals(List.of("in a", "in b"), sorted());
    }

    @Test
    void aTypeThatGoesWakesEverybody() {
        // Given
        listen("in c", "c", "");

        // When
        pods.undiscovered();
        add("a", "z", 11);
        timers.runDeferred();

        // Then
        assertEquals(List.of("in c"), woken);
    }

    @Test
    void changesBeforeTheLoopComesRoundAreToldOnce() {
        // Given
        listen("all", "", "");

        // When
        for (int i = 11; i < 20; i++) {
            add("a", "p" + i, i);
        }
        timers.runDeferred();

        // Then
        assertEquals(List.of("all"), woken);
    }

    @Test
    void whereManyAreWokenWhatComesNextGathers() {
        // Given
        for (int i = 0; i < 500; i++) {
            listen("one of many", "", "");
        }
        signals.listen(pods, () -> woken.add("prompt"));
        add("a", "p11", 11);
        timers.runDeferred();
        assertEquals(501, woken.size());
        woken.clear();

        // When
        add("a", "p12", 12);
        timers.runDeferred();
        add("a", "p13", 13);
        timers.runDeferred();

        // Then: only who waits to answer a question is told at once
        assertEquals(List.of("prompt", "prompt"), woken);
        timers.advance(Duration.ofMillis(10));
        assertEquals(502, woken.size());
        // Then: with nothing more to tell, nobody is woken again, and the next change is told at once
        timers.advance(Duration.ofSeconds(1));
        assertEquals(502, woken.size());
        add("a", "p14", 14);
        timers.runDeferred();
        assertEquals(502 + 501, woken.size());
    }

    @Test
    void aFewAreToldOfEachChangeAtOnce() {
        // Given
        for (int i = 0; i < 49; i++) {
            listen("one of a few", "", "");
        }

        // When
        for (int i = 11; i < 14; i++) {
            add("a", "p" + i, i);
            timers.runDeferred();
        }

        // Then
        assertEquals(3 * 49, woken.size());
    }

    @Test
    void whoHasStoppedIsNotWoken() {
        // Given
        Listening first = listen("first", "", "");
        listen("second", "", "");
        add("a", "p11", 11);

        // When
        first.stop();
        first.stop();
        timers.runDeferred();

        // Then
        assertEquals(List.of("second"), woken);
    }

    @Test
    void oneThatFailsCostsTheOthersNothing() {
        // Given
        signals.listen(pods, selection("", ""), () -> {
            throw new IllegalStateException("broken");
        });
        listen("next", "", "");

        // When
        add("a", "p11", 11);

        // Then
        assertThrows(IllegalStateException.class, timers::runDeferred);
        assertEquals(List.of("next"), woken);
    }

    private List<String> sorted() {
        return woken.stream().sorted().toList();
    }
}
