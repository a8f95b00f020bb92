package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * Shows storage classes. In a list, the one that claims without a class get is marked; alone, none is, since another may
 * be younger.
 *
 * @param chosen the name of the default class; empty if there is none, or it is not known
 */
record StorageClassPrinter(List<Column> columns, String chosen) implements Printer {
    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    @Override
    public Row row(JsonNode storageClass, Instant now) {
        String name = Fields.text(storageClass, "metadata", "name");
        return new Cells()
                .text(!name.isEmpty() && name.equals(chosen) ? name + " (default)" : name)
                .text(Fields.text(storageClass, "provisioner"))
                .text(Fields.textOr("Delete", storageClass, "reclaimPolicy"))
                .text(Fields.textOr("Immediate", storageClass, "volumeBindingMode"))
                .flag(Fields.flag(storageClass, "allowVolumeExpansion"))
                .age(storageClass, now)
                .row();
    }

    /** Of several that say they are the default, the youngest is; of those of one second, the first by name. */
    @Override
    public Printer ofList(Iterable<JsonNode> classes) {
        String youngest = "";
        String created = "";
        for (JsonNode storageClass : classes) {
            String since = Fields.text(storageClass, "metadata", "creationTimestamp");
            if (isDefault(storageClass) && since.compareTo(created) > 0) {
                created = since;
                youngest = Fields.text(storageClass, "metadata", "name");
            }
        }
        return new StorageClassPrinter(columns, youngest);
    }

    private static boolean isDefault(JsonNode storageClass) {
        return MARKS.stream()
                .anyMatch(mark -> Fields.text(storageClass, "metadata", "annotations", mark)
                        .equals("true"));
    }
}
