package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrintersTest {
    private static final ObjectNode NOTHING = new ObjectMapper().createObjectNode();

    private static List<String> recordedTypes() {
        return Columns.recorded().keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("recordedTypes")
    void aRowHasACellForEachColumnEvenOfNothing(String name) {
        // Given
        Printer printer = Printers.builtIn(type(name));

        // When
        Row row = printer.row(NOTHING, Instant.EPOCH);

        // Then
        int unnamed = name.equals("ipaddresses.networking.k8s.io") ? 1 : 0;
        assertEquals(printer.columns().size() + unnamed, row.cells().size());
        assertEquals(List.of(), row.conditions());
    }

    @Test
    void aTypeThatIsNotKnownShowsNameAndCreation() {
        assertEquals(
                List.of("Name", "Created At"),
                Printers.builtIn(type("inventions.apps")).columns().stream()
                        .map(Column::name)
                        .toList());
    }

    @Test
    void columnsAreToldWhole() {
        Column ip = Printers.builtIn(type("pods")).columns().get(5);
        assertEquals("IP", ip.name());
        assertEquals("string", ip.type());
        assertEquals(1, ip.priority());
        assertFalse(ip.description().isEmpty());
    }

    static ResourceType type(String text) {
        ResourceName name = ResourceName.parse(text);
        String version = name.version().isEmpty() ? "v1" : name.version();
        return new ResourceType(name.group(), version, name.plural(), "", "Any", "AnyList", true, List.of());
    }
}
