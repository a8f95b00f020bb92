package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.http.kube.PrinterSource.Choice;
import dev.nearcache.http.kube.table.Column;
import dev.nearcache.query.ChangeSignals;
import dev.nearcache.query.PinnedSnapshots;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Custom types are shown as their definitions say, wherever those are to be had. */
class DefinedPrintersTest {
    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";
    private static final ResourceType WIDGETS = widgets("v1");
    private static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io",
            "v1",
            "customresourcedefinitions",
            "",
            "CustomResourceDefinition",
            "CustomResourceDefinitionList",
            false,
            List.of());

    private final ManualTimers timers = new ManualTimers();
    private final FakeOrigin origin = new FakeOrigin();
    private final FedResource definitions = new FedResource(DEFINITIONS, ObjectLayout.whole(), FedResource.ROOMY);
    private final DefinedPrinters printers = printers();

    private static ResourceType widgets(String version) {
        return new ResourceType("example.com", version, "widgets", "widget", "Widget", "WidgetList", true, List.of());
    }

    private DefinedPrinters printers(FedResource... cached) {
        return new DefinedPrinters(
                new ResourceCatalog(List.of(cached)),
                new QueryService(new PinnedSnapshots(timers::nanos), new ChangeSignals(timers), timers),
                new Documents(origin, new KeptDocuments(), timers),
                timers);
    }

    private static String definition(int version, String column) {
        return """
                {"metadata": {"name": "widgets.example.com", "uid": "u", "resourceVersion": "%d"},
                 "spec": {"versions": [{"name": "v1", "additionalPrinterColumns":
                   [{"name": "%s", "type": "string", "jsonPath": ".spec.a"}]}, {"name": "v2"}]}}
                """.formatted(version, column);
    }

    private static Choice choice(PrinterSource printers, ResourceType type) {
        Future<Choice> choice = printers.of(type);
        assertTrue(choice.succeeded(), () -> String.valueOf(choice.cause()));
        return choice.result();
    }

    private static String columns(PrinterSource printers, ResourceType type) {
        return choice(printers, type).printer().columns().stream()
                .map(Column::name)
                .collect(Collectors.joining(" "));
    }

    @Test
    void aTypeOfKubeApiserverNeedsNoDefinition() {
        assertTrue(columns(printers, FedResource.PODS).startsWith("Name Ready Status"));
        assertEquals(List.of(), origin.asked());
    }

    @Test
    void eachVersionHasItsOwnColumns() {
        // Given
        origin.json(PATH, definition(1, "A"));

        // Then
        assertEquals("Name A", columns(printers, WIDGETS));
        assertEquals("Name Age", columns(printers, widgets("v2")));
        assertEquals(Optional.empty(), choice(printers, WIDGETS).doubt());
    }

    @Test
    void theApiServerIsAskedOnceAMinute() {
        // Given
        origin.json(PATH, definition(1, "A"));
        columns(printers, WIDGETS);
        origin.json(PATH, definition(2, "B"));

        // When
        timers.advance(DefinedPrinters.FRESH.minusSeconds(1));
        String before = columns(printers, WIDGETS);
        timers.advance(Duration.ofSeconds(2));
        String after = columns(printers, WIDGETS);

        // Then
        assertEquals("Name A, Name B", before + ", " + after);
        assertEquals(2, origin.asked().size());
    }

    @Test
    void aDefinitionThatMayNotBeReadLeavesNameAndAgeAndSaysWhy() {
        // Given
        origin.answer(PATH, 403, Map.of(), "{\"message\":\"User reader cannot get it\"}");

        // When
        Choice choice = choice(printers, WIDGETS);
        columns(printers, WIDGETS);

        // Then
        assertEquals(2, choice.printer().columns().size());
        assertEquals(
                Optional.of("the columns of widgets.example.com are not known: User reader cannot get it"),
                choice.doubt());
        assertEquals(1, origin.asked().size());
    }

    @Test
    void aTypeWithoutADefinitionIsShownPlainly() {
        origin.answer(PATH, 404, Map.of(), "{}");
        assertEquals("Name Age", columns(printers, WIDGETS));
        assertEquals(Optional.empty(), choice(printers, WIDGETS).doubt());
    }

    @Test
    void anApiServerThatIsAwayLeavesNameAndAgeUntilItIsBack() {
        // Given
        origin.goDown();
        assertEquals("Name Age", columns(printers, WIDGETS));
        assertTrue(choice(printers, WIDGETS).doubt().isPresent());

        // When
        origin.comeUp();
        origin.json(PATH, definition(1, "A"));

        // Then
        assertEquals("Name A", columns(printers, WIDGETS));
    }

    @Test
    void aCachedDefinitionCountsFromTheMomentItChanges() {
        // Given
        DefinedPrinters cached = printers(definitions);
        definitions.list(1, Objects.object(definition(1, "A")));
        assertEquals("Name A", columns(cached, WIDGETS));

        // When
        definitions.list(2, Objects.object(definition(2, "B")));

        // Then
        assertEquals("Name B", columns(cached, WIDGETS));
        assertEquals(List.of(), origin.asked());
    }

    @Test
    void theApiServerIsAskedForADefinitionThatIsNotCachedYet() {
        origin.json(PATH, definition(1, "A"));
        assertEquals("Name A", columns(printers(definitions), WIDGETS));
    }
}
