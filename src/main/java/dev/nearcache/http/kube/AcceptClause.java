package dev.nearcache.http.kube;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One clause of an Accept header.
 *
 * @param mediaType without parameters, as written: media types are compared letter by letter, as kube-apiserver does
 * @param parameters by name, of which the last of a name counts
 */
record AcceptClause(String mediaType, Map<String, String> parameters) {
    private static final List<String> TRANSFORM = List.of("as", "g", "v");
    private static final Pattern WEIGHT = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)");
    private static final Pattern MEDIA_TYPE = Pattern.compile("[^/]*/[^/]+");

    AcceptClause {
        parameters = Map.copyOf(parameters);
    }

    /** The clauses of a header, in its order. */
    static List<AcceptClause> parse(String header) {
        List<AcceptClause> clauses = new ArrayList<>();
        for (String text : header.split(",", -1)) {
            String[] parts = text.split(";", -1);
            Map<String, String> parameters = new LinkedHashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                String value = parts[i].substring(equals + 1);
                if (equals >= 0 && !value.isEmpty() && !value.contains("=")) {
                    String name = parts[i].substring(0, equals).trim();
                    parameters.put(name, name.equals("q") ? value : value.trim());
                }
            }
            clauses.add(new AcceptClause(parts[0].trim(), parameters));
        }
        return clauses;
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** Its {@code q}; 1 if it has none, 0 if that cannot be read. */
    double weight() {
        return parameter("q")
                .map(q -> WEIGHT.matcher(q).matches() ? Double.parseDouble(q) : 0.0)
                .orElse(1.0);
    }

    /** Whether it is a type and a subtype; another clause says nothing. */
    boolean isMediaType() {
        return MEDIA_TYPE.matcher(mediaType).matches();
    }

    /**
     * Whether it is preferred to one that stands before it: it weighs more, or is less of a wildcard. On kube-apiserver
     * either is enough, whatever the other says.
     */
    boolean overtakes(AcceptClause earlier) {
        return weight() > earlier.weight()
                || (!anyType() && earlier.anyType())
                || (!anySubtype() && earlier.anySubtype());
    }

    boolean anyType() {
        return mediaType.startsWith("*/");
    }

    boolean anySubtype() {
        return mediaType.endsWith("/*");
    }

    /** Whether the media type is this one, or a wildcard over it. */
    boolean covers(String wanted) {
        return mediaType.equals(wanted)
                || mediaType.equals("*/*")
                || (anySubtype() && wanted.startsWith(mediaType.substring(0, mediaType.length() - 1)));
    }

    /** Whether it asks for something made of the objects, rather than the objects. */
    boolean transforms() {
        return TRANSFORM.stream().anyMatch(parameters::containsKey);
    }
}
