package dev.nearcache.differential;

import java.util.ArrayList;
import java.util.List;

/** Accept headers: those that clients send, and all that may be made of their parts (kubernetes-api.md 2.6). */
final class Forms {
    static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private static final List<String> CLIENTS = List.of(
            "*/*",
            "application/json",
            "application/json, */*",
            "application/yaml",
            TABLE,
            TABLE + "," + TABLE.replace("v1;", "v1beta1;") + ",application/json",
            TABLE.replace("v1;", "v1beta1;"),
            TABLE.replace("Table", "PartialObjectMetadata"),
            TABLE.replace("Table", "PartialObjectMetadataList"),
            TABLE.replace("Table;v=v1", "PartialObjectMetadata;v=v1beta1"),
            TABLE.replace("Table;v=v1", "PartialObjectMetadataList;v=v1beta1"),
            "application/vnd.kubernetes.protobuf",
            "application/vnd.kubernetes.protobuf,application/json",
            "application/json;stream=watch",
            "application/json;pretty=1");

    private static final List<String> BASES = List.of(
            "application/json",
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/*",
            "*/*",
            "text/html",
            "application",
            "APPLICATION/JSON",
            "application/json/x",
            "");

    private static final List<String> PARAMETERS = List.of(
            "as=Table;v=v1;g=meta.k8s.io",
            "as=Table;v=v1beta1;g=meta.k8s.io",
            "as=Table;v=v1alpha1;g=meta.k8s.io",
            "as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            "as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
            "as=BOGUS;v=v1;g=meta.k8s.io",
            "as=Table",
            "g=meta.k8s.io",
            "pretty=1",
            "pretty=0",
            "charset=utf-8",
            "stream=watch",
            "stream=other",
            "sv=v1",
            "sv=v2",
            "profile=x",
            "q=0.5",
            "q=0",
            "q=2",
            "q=x",
            " q = 0.1");

    private Forms() {}

    /** Adds headers that decide on the form, or none. */
    static Question in(Question question, Dice dice) {
        Question formed = question;
        if (dice.percent(50)) {
            formed = formed.with("Accept", dice.percent(70) ? dice.of(CLIENTS) : random(dice));
        }
        if (dice.percent(10)) {
            formed = formed.with(
                    "Accept-Encoding",
                    dice.of("gzip", "gzip", "deflate, gzip", "gzip;q=1", "deflate", "identity", "*"));
        }
        return dice.percent(8)
                ? formed.with("User-Agent", dice.of("curl/8", "Wget/1", "Mozilla/5.0 (X11)", "kubectl/v1.32"))
                : formed;
    }

    private static String random(Dice dice) {
        List<String> clauses = new ArrayList<>();
        for (int i = dice.below(3); i >= 0; i--) {
            StringBuilder clause = new StringBuilder(dice.of(BASES));
            for (int j = dice.below(3); j > 0; j--) {
                clause.append(dice.of(";", "; ")).append(dice.of(PARAMETERS));
            }
            clauses.add(clause.toString());
        }
        return String.join(dice.of(",", ", "), clauses);
    }
}
