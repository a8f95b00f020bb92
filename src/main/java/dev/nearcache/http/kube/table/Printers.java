package dev.nearcache.http.kube.table;

import dev.nearcache.resource.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which printer shows which type. */
public final class Printers {
    /** A type without a printer of its own, whose columns those of any such type are. */
    private static final String PLAIN = "limitranges";

    private static final String STORAGE_CLASSES = "storageclasses.storage.k8s.io";

    private static final String FLOW_SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";

    /** The rows of each family of types, by kubectl's name of the type. */
    private static final List<Map<String, RowMaker>> FAMILIES = List.of(
            CoreRows.ROWS,
            WorkloadRows.ROWS,
            BatchRows.ROWS,
            NetworkRows.ROWS,
            EventRow.ROWS,
            PolicyRows.ROWS,
            StorageRows.ROWS,
            AccessRows.ROWS,
            AdmissionRows.ROWS,
            ClusterRows.ROWS,
            DeviceRows.ROWS);

    private static final Map<String, List<Column>> COLUMNS = Columns.recorded();
    private static final Map<String, Printer> BY_TYPE = printers();
    private static final Printer CREATED = printer(PLAIN, CreatedRow::row);

    private Printers() {}

    /** The printer of a type that kube-apiserver itself defines; it shows name and creation where it has none of its own. */
    public static Printer builtIn(ResourceType type) {
        return BY_TYPE.getOrDefault(type.qualifiedName(), CREATED);
    }

    /** The printer of a type that has none of its own. */
    static Printer created() {
        return CREATED;
    }

    private static Map<String, Printer> printers() {
        Map<String, Printer> printers = new HashMap<>();
        for (Map<String, RowMaker> family : FAMILIES) {
            family.forEach((type, maker) -> printers.put(type, printer(type, maker)));
        }
        printers.put(STORAGE_CLASSES, new StorageClassPrinter(columns(STORAGE_CLASSES), ""));
        printers.put(FLOW_SCHEMAS, new FlowSchemaPrinter(columns(FLOW_SCHEMAS)));
        return Map.copyOf(printers);
    }

    private static Printer printer(String type, RowMaker maker) {
        return new TypePrinter(columns(type), maker);
    }

    private static List<Column> columns(String type) {
        List<Column> columns = COLUMNS.get(type);
        if (columns == null) {
            throw new IllegalStateException("no columns are recorded of " + type);
        }
        return columns;
    }
}
