package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/** The rows of the classes, drivers and nodes of storage. */
final class StorageRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("persistentvolumes", VolumeRows::volume),
            entry("persistentvolumeclaims", VolumeRows::claim),
            entry("volumeattributesclasses.storage.k8s.io", StorageRows::attributesClass),
            entry("volumeattachments.storage.k8s.io", StorageRows::attachment),
            entry("csidrivers.storage.k8s.io", StorageRows::driver),
            entry("csinodes.storage.k8s.io", StorageRows::node));

    private StorageRows() {}

    private static Row attributesClass(JsonNode attributesClass, Instant now) {
        return new Cells()
                .name(attributesClass)
                .text(Fields.text(attributesClass, "driverName"))
                .age(attributesClass, now)
                .row();
    }

    private static Row attachment(JsonNode attachment, Instant now) {
        JsonNode spec = Fields.at(attachment, "spec");
        return new Cells()
                .name(attachment)
                .text(Fields.text(spec, "attacher"))
                .text(Fields.text(spec, "source", "persistentVolumeName"))
                .text(Fields.text(spec, "nodeName"))
                .flag(Fields.flag(attachment, "status", "attached"))
                .age(attachment, now)
                .row();
    }

    private static Row driver(JsonNode driver, Instant now) {
        JsonNode spec = Fields.at(driver, "spec");
        JsonNode modes = Fields.at(spec, "volumeLifecycleModes");
        JsonNode tokens = Fields.at(spec, "tokenRequests");
        return new Cells()
                .name(driver)
                .flag(!Fields.has(spec, "attachRequired") || Fields.flag(spec, "attachRequired"))
                .flag(Fields.flag(spec, "podInfoOnMount"))
                .flag(Fields.flag(spec, "storageCapacity"))
                .text(tokens.isEmpty() ? "<unset>" : Joined.fields(tokens, "audience"))
                .flag(Fields.flag(spec, "requiresRepublish"))
                .text(Joined.or("<none>", Joined.fields(modes)))
                .age(driver, now)
                .row();
    }

    private static Row node(JsonNode node, Instant now) {
        return new Cells()
                .name(node)
                .number(Fields.at(node, "spec", "drivers").size())
                .age(node, now)
                .row();
    }
}
