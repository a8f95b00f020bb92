package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rows of volumes and of the claims to them. */
final class VolumeRows {
    private static final String UNSET = "<unset>";
    private static final String CLASS = "volume.beta.kubernetes.io/storage-class";

    /** The modes in their order, and what they are called. */
    private static final List<Map.Entry<String, String>> MODES = List.of(
            Map.entry("ReadWriteOnce", "RWO"),
            Map.entry("ReadOnlyMany", "ROX"),
            Map.entry("ReadWriteMany", "RWX"),
            Map.entry("ReadWriteOncePod", "RWOP"));

    private VolumeRows() {}

    static Row volume(JsonNode volume, Instant now) {
        JsonNode spec = Fields.at(volume, "spec");
        return new Cells()
                .name(volume)
                .text(Fields.textOr("0", spec, "capacity", "storage"))
                .text(modes(Fields.at(spec, "accessModes")))
                .text(Fields.text(spec, "persistentVolumeReclaimPolicy"))
                .text(phase(volume))
                .text(claimed(Fields.at(spec, "claimRef")))
                .text(storageClass(volume))
                .text(Fields.textOr(UNSET, spec, "volumeAttributesClassName"))
                .text(Fields.text(volume, "status", "reason"))
                .age(volume, now)
                .text(Fields.textOr(UNSET, spec, "volumeMode"))
                .row();
    }

    private static String claimed(JsonNode claim) {
        return claim.isMissingNode() ? "" : Fields.text(claim, "namespace") + "/" + Fields.text(claim, "name");
    }

    /** What a claim has is shown once it is bound; what it asks for never is. */
    static Row claim(JsonNode claim, Instant now) {
        JsonNode spec = Fields.at(claim, "spec");
        JsonNode status = Fields.at(claim, "status");
        String volume = Fields.text(spec, "volumeName");
        boolean bound = !volume.isEmpty();
        return new Cells()
                .name(claim)
                .text(phase(claim))
                .text(volume)
                .text(bound ? Fields.textOr("0", status, "capacity", "storage") : "")
                .text(bound ? modes(Fields.at(status, "accessModes")) : "")
                .text(storageClass(claim))
                .text(Fields.textOr(UNSET, spec, "volumeAttributesClassName"))
                .age(claim, now)
                .text(Fields.textOr(UNSET, spec, "volumeMode"))
                .row();
    }

    private static String phase(JsonNode object) {
        return Fields.has(object, "metadata", "deletionTimestamp")
                ? "Terminating"
                : Fields.text(object, "status", "phase");
    }

    /** The class that an old annotation names wins. */
    private static String storageClass(JsonNode object) {
        return Fields.has(object, "metadata", "annotations", CLASS)
                ? Fields.text(object, "metadata", "annotations", CLASS)
                : Fields.text(object, "spec", "storageClassName");
    }

    private static String modes(JsonNode modes) {
        List<String> names = Joined.texts(modes);
        return MODES.stream()
                .filter(mode -> names.contains(mode.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(","));
    }
}
