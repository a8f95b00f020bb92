package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class TypeLookupTest {
    private static final ResourceType WIDGETS =
            new ResourceType("example.com", "v1", "widgets", "widget", "Widget", "WidgetList", true, List.of());

    private final Queue<Future<ResourceType>> answers = new ArrayDeque<>();
    private final TypeLookup lookup =
            new TypeLookup(ResourceName.parse("widgets.example.com"), name -> answers.remove());

    @Test
    void asksOnceUntilItForgets() {
        // Given
        ResourceType moved =
                new ResourceType("example.com", "v2", "widgets", "", "Widget", "WidgetList", true, List.of());
        answers.add(Future.succeededFuture(WIDGETS));
        answers.add(Future.succeededFuture(moved));

        // When
        ResourceType first = lookup.type().result();
        ResourceType second = lookup.type().result();
        lookup.forget();
        Optional<ResourceType> meanwhile = lookup.known();
        ResourceType third = lookup.type().result();

        // Then
        assertEquals(List.of(WIDGETS, WIDGETS, moved), List.of(first, second, third));
        assertEquals(Optional.of(WIDGETS), meanwhile);
        assertEquals(Optional.of(moved), lookup.known());
    }

    @Test
    void aFailureIsNotRemembered() {
        // Given
        answers.add(Future.failedFuture("away"));
        answers.add(Future.succeededFuture(WIDGETS));

        // Then
        assertTrue(lookup.type().failed());
        assertEquals(Optional.empty(), lookup.known());
        assertEquals(WIDGETS, lookup.type().result());
    }

    @Test
    void aListTellsItsKind() {
        // Given
        answers.add(Future.succeededFuture(WIDGETS));
        lookup.type();

        // When
        lookup.listed("");
        Optional<ResourceType> untold = lookup.known();
        lookup.listed("WidgetCatalog");

        // Then
        assertEquals(Optional.of(WIDGETS), untold);
        assertEquals(WIDGETS.withListKind("WidgetCatalog"), lookup.type().result());
        assertEquals(Optional.of(WIDGETS.withListKind("WidgetCatalog")), lookup.known());
    }
}
