package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypeLookupTest {
    private static final ResourceType WIDGETS =
            new ResourceType("example.com", "v1", "widgets", "widget", "Widget", "WidgetList", true, List.of());
    private static final ResourceType MOVED =
            new ResourceType("example.com", "v2", "widgets", "", "Widget", "WidgetList", true, List.of());
    private static final Future<ResourceType> NOT_SERVED =
            Future.failedFuture(UpstreamException.of(ApiStatus.of(404, "NotFound", "no such group")));

    private final ManualTimers timers = new ManualTimers();
    private Future<ResourceType> found = Future.succeededFuture(WIDGETS);
    private Future<Void> ready = Future.failedFuture("starting");
    private String listKind = "WidgetList";
    private int asked;
    private int startedOver;
    private Contents contents = Contents.SOME;
    private final TypeLookup lookup = new TypeLookup(
            ResourceName.parse("widgets.example.com"),
            new TypeLookup.Finder() {
                @Override
                public Future<ResourceType> find(ResourceName name) {
                    asked++;
                    return found;
                }

                @Override
                public Future<ResourceType> withListKind(ResourceType type) {
                    return Future.succeededFuture(type.withListKind(listKind));
                }

                @Override
                public Future<Void> ready() {
                    return ready;
                }
            },
            new TypeLookup.Follower() {
                @Override
                public boolean holdsObjects() {
                    return contents == Contents.SOME;
                }

                @Override
                public boolean isWatched() {
                    return watch == Watched.ALIVE;
                }

                @Override
                public void forget() {
                    knownWhenForgotten.add(known());
                }

                @Override
                public void startOver() {
                    startedOver++;
                }
            },
            timers);

    private final List<Optional<ResourceType>> knownWhenForgotten = new ArrayList<>();
    private Watched watch = Watched.NOT;

    private Optional<ResourceType> known() {
        return lookup.known();
    }

    private enum Watched {
        NOT,
        ALIVE
    }

    private enum Contents {
        NONE,
        SOME
    }

    @Test
    void aWatchThatIsAliveOutweighsWhatDiscoverySays() {
        // Given
        lookup.type();
        watch = Watched.ALIVE;
        found = Future.failedFuture(UpstreamException.of(ApiStatus.of(404, "NotFound", "")));

        // When
        for (int i = 0; i < 100; i++) {
            lookup.refresh();
            timers.advance(Duration.ofSeconds(11));
        }

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());
        assertEquals(0, startedOver);
    }

    @Test
    void twoBadAnswersFarApartAreNotBelievedIfThereWereGoodOnesBetween() {
        // Given a server of which now and then one answer is bad
        lookup.type();
        for (int i = 0; i < 3; i++) {
            // When
            found = Future.failedFuture(UpstreamException.of(ApiStatus.of(404, "NotFound", "")));
            lookup.refresh();
            found = Future.succeededFuture(WIDGETS);
            timers.advance(Duration.ofMinutes(5));
        }

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());
        assertEquals(0, startedOver);
    }

    @Test
    void asksOnceUntilItForgets() {
        // When
        ResourceType first = lookup.type().result();
        ResourceType second = lookup.type().result();
        lookup.forget();
        found = Future.succeededFuture(MOVED);
        Optional<ResourceType> meanwhile = lookup.known();
        ResourceType third = lookup.type().result();

        // Then
        assertEquals(List.of(WIDGETS, WIDGETS, MOVED), List.of(first, second, third));
        assertEquals(Optional.of(WIDGETS), meanwhile);
        assertEquals(Optional.of(MOVED), lookup.known());
    }

    @Test
    void whatIsHeldIsForgottenBeforeAnybodyIsToldOfTheNewType() {
        // Given
        lookup.type();

        // When
        found = Future.succeededFuture(MOVED);
        lookup.refresh();

        // Then
        assertEquals(List.of(Optional.of(WIDGETS)), knownWhenForgotten);
        assertEquals(Optional.of(MOVED), lookup.known());

        // When
        contents = Contents.NONE;
        found = NOT_SERVED;
        lookup.refresh();

        // Then
        assertEquals(List.of(Optional.of(WIDGETS), Optional.of(MOVED)), knownWhenForgotten);
        assertEquals(Optional.empty(), lookup.known());
    }

    @Test
    void aFailureIsRememberedForAMomentSoThatAStreamAndItsListAskOnce() {
        // Given
        found = NOT_SERVED;

        // When
        lookup.type();
        lookup.type();

        // Then
        assertEquals(1, asked);
        assertEquals(Optional.empty(), lookup.known());

        // When
        timers.advance(Duration.ofMillis(100));
        found = Future.succeededFuture(WIDGETS);

        // Then
        assertEquals(WIDGETS, lookup.type().result());
    }

    @Test
    void aListTellsItsKindWithoutAnotherStart() {
        // Given
        lookup.type();

        // When
        lookup.listed("");
        Optional<ResourceType> untold = lookup.known();
        lookup.listed("WidgetCatalog");
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(Optional.of(WIDGETS), untold);
        assertEquals(WIDGETS.withListKind("WidgetCatalog"), lookup.type().result());
        assertEquals(Optional.of(WIDGETS.withListKind("WidgetCatalog")), lookup.known());
        assertEquals(0, startedOver);
    }

    @Test
    void anEndedWatchLooksOnceAndFindsAnotherType() {
        // Given
        lookup.type();
        found = Future.succeededFuture(MOVED);

        // When the watches of several namespaces end
        lookup.watching();
        lookup.watching();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(2, asked);
        assertEquals(1, startedOver);
        assertEquals(Optional.of(MOVED), lookup.known());
        assertSame(MOVED.version(), lookup.type().result().version());
    }

    @Test
    void aRefreshFindsAnotherKindOfListsWithoutAnotherStart() {
        // Given
        lookup.type();
        listKind = "WidgetCatalog";

        // When
        lookup.refresh();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals("WidgetCatalog", lookup.known().orElseThrow().listKind());
        assertEquals(0, startedOver);
    }

    @Test
    void aTypeWithoutObjectsIsGoneAtOnce() {
        // Given
        lookup.type();
        contents = Contents.NONE;
        found = NOT_SERVED;

        // When
        lookup.refresh();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(Optional.empty(), lookup.known());
        assertEquals(1, startedOver);
        assertTrue(lookup.type().failed());
    }

    @Test
    void aReadyServerIsBelievedWhenItDeniesATypeWithObjectsAgainAndAgain() {
        // Given
        lookup.type();
        found = NOT_SERVED;
        ready = Future.succeededFuture();

        // When
        lookup.refresh();
        lookup.refresh();

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());

        // When
        timers.advance(Duration.ofSeconds(5));

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());

        // When
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(Optional.empty(), lookup.known());
        assertEquals(1, startedOver);
    }

    @Test
    void aTypeThatIsBackAtTheSecondLookWasNotGone() {
        // Given
        lookup.type();
        found = NOT_SERVED;
        ready = Future.succeededFuture();
        lookup.refresh();

        // When
        found = Future.succeededFuture(WIDGETS);
        timers.advance(Duration.ofMinutes(1));

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());
        assertEquals(0, startedOver);
    }

    @Test
    void ofAServerThatIsNotReadyATypeWithObjectsIsGoneOnlyIfItStaysAway() {
        // Given
        lookup.type();
        found = NOT_SERVED;

        // When
        lookup.refresh();
        timers.advance(Duration.ofSeconds(29));
        lookup.refresh();

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());

        // When it was there in between, the time begins again
        found = Future.succeededFuture(WIDGETS);
        lookup.refresh();
        found = NOT_SERVED;
        timers.advance(Duration.ofSeconds(5));
        lookup.refresh();

        // Then
        assertEquals(Optional.of(WIDGETS), lookup.known());

        // When
        timers.advance(Duration.ofSeconds(30));
        lookup.refresh();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(Optional.empty(), lookup.known());
        assertEquals(1, startedOver);
    }
}
