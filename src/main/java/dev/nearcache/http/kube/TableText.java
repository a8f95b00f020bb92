package dev.nearcache.http.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.nearcache.http.kube.table.Column;
import dev.nearcache.http.kube.table.Printer;
import dev.nearcache.http.kube.table.Row;
import dev.nearcache.query.Change;
import dev.nearcache.resource.JsonReading;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Objects as rows of a {@code Table} (kubernetes-api.md 2.7, 3.10). */
final class TableText implements Text {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TypeText type;
    private final MetadataText metadata;
    private final Printer printer;
    private final Include include;
    private final String version;
    private final InstantSource clock;
    private Heads heads = Heads.TO_SEND;

    /** What of an object stands beside its cells. */
    enum Include {
        METADATA,
        OBJECT,
        NONE;

        /**
         * What the parameter {@code includeObject} asks for.
         *
         * @throws StatusException if it is none of the words for it
         */
        static Include parse(@Nullable String text) {
            return switch (text == null ? "" : text) {
                case "", "Metadata" -> METADATA;
                case "Object" -> OBJECT;
                case "None" -> NONE;
                default ->
                    throw Status.badRequest("Unable to convert to Table as requested: includeObject: Invalid value: \""
                                    + text + "\": must be 'Metadata', 'Object', 'None', or empty")
                            .exception();
            };
        }
    }

    /** Whether a watch has told its columns yet: its first event does. */
    private enum Heads {
        TO_SEND,
        SENT
    }

    /**
     * @param version of the group, as in {@code meta.k8s.io/v1}
     * @param clock to which ages are counted
     */
    TableText(TypeText type, Printer printer, Include include, String version, InstantSource clock) {
        this.type = type;
        this.metadata = new MetadataText(type, version);
        this.printer = printer;
        this.include = include;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public byte[] whole(KubeObject object) {
        return table(object.resourceVersion().toString(), columns(), row(type.whole(object), include));
    }

    @Override
    public byte[] item(KubeObject object) {
        return bytes(row(type.whole(object), include));
    }

    @Override
    public Text ofList(Iterable<KubeObject> objects) {
        Iterable<JsonNode> trees = () -> StreamSupport.stream(objects.spliterator(), false)
                .map(object -> JsonReading.tree(type.whole(object)))
                .iterator();
        return new TableText(type, printer.ofList(trees), include, version, clock);
    }

    /** A page is put into the order of its rows by itself, as on kube-apiserver. */
    @Override
    public List<KubeObject> ordered(List<KubeObject> objects) {
        return printer.order()
                .map(order -> objects.stream()
                        .map(object -> Map.entry(JsonReading.tree(type.whole(object)), object))
                        .sorted(Map.Entry.comparingByKey(order))
                        .map(Map.Entry::getValue)
                        .toList())
                .orElse(objects);
    }

    @Override
    public String listHead(String listMetadata) {
        return open(listMetadata, columns());
    }

    @Override
    public String listTail(String listMetadata) {
        return "]}";
    }

    @Override
    public boolean hasCustomLists() {
        return false;
    }

    /** Ages move on, and only the first event of a watch tells the columns. */
    @Override
    public Optional<String> sharedAs() {
        return Optional.empty();
    }

    @Override
    public byte[] event(Change change) {
        return table(change.version().toString(), columnsOnce(), row(type.event(change), include));
    }

    @Override
    public String bookmark(ResourceVersion at) {
        return mark(at, type.bookmark(at));
    }

    @Override
    public String endOfInitialEvents(ResourceVersion at) {
        return mark(at, type.endOfInitialEvents(at));
    }

    /** A bookmark's own object is always told, since it is all that there is to it. */
    private String mark(ResourceVersion at, String object) {
        Include shown = include == Include.NONE ? Include.METADATA : include;
        return new String(table(at.toString(), columnsOnce(), row(bytes(object), shown)), StandardCharsets.UTF_8);
    }

    private byte[] table(String at, String columns, String row) {
        return bytes(open("\"resourceVersion\":\"" + at + "\"", columns) + row + "]}");
    }

    private String open(String listMetadata, String columns) {
        return "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/" + version + "\",\"metadata\":{" + listMetadata
                + "},\"columnDefinitions\":" + columns + ",\"rows\":[";
    }

    private String columnsOnce() {
        return switch (heads) {
            case SENT -> "null";
            case TO_SEND -> {
                heads = Heads.SENT;
                yield columns();
            }
        };
    }

    private String columns() {
        ArrayNode columns = JSON.createArrayNode();
        for (Column column : printer.columns()) {
            columns.addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.format())
                    .put("description", column.description())
                    .put("priority", column.priority());
        }
        return columns.toString();
    }

    private String row(byte[] whole, Include shown) {
        Row row = printer.row(JsonReading.tree(whole), clock.instant());
        StringBuilder text = new StringBuilder("{\"cells\":").append(array(row.cells()));
        if (!row.conditions().isEmpty()) {
            text.append(",\"conditions\":").append(conditions(row.conditions()));
        }
        text.append(",\"object\":");
        switch (shown) {
            case METADATA -> text.append(new String(metadata.partial(whole), StandardCharsets.UTF_8));
            case OBJECT -> text.append(new String(whole, StandardCharsets.UTF_8));
            case NONE -> text.append("null");
        }
        return text.append('}').toString();
    }

    private static ArrayNode array(List<JsonNode> cells) {
        return JSON.createArrayNode().addAll(cells);
    }

    private static ArrayNode conditions(List<Row.Condition> conditions) {
        ArrayNode all = JSON.createArrayNode();
        for (Row.Condition condition : conditions) {
            all.addObject()
                    .put("type", condition.type())
                    .put("status", condition.status())
                    .put("reason", condition.reason())
                    .put("message", condition.message());
        }
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
