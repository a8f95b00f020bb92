package dev.nearcache.differential;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request, as it is sent to both.
 *
 * @param target path and query as they are on the wire
 * @param headers by name
 * @param patience the longest silence that its answer may keep; a stream that is silent for longer is left
 */
record Question(String method, String target, Map<String, String> headers, Duration patience) {
    /** Longer than any wait of an API server's. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    /** Longer than it takes a stream to begin, shorter than two of them may wait for each other. */
    private static final Duration BRIEF = Duration.ofMillis(1200);

    static Question get(String target) {
        return new Question("GET", target, Map.of(), PATIENCE);
    }

    Question by(String other) {
        return new Question(other, target, headers, patience);
    }

    Question with(String header, String value) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put(header, value);
        return new Question(method, target, Map.copyOf(all), patience);
    }

    /** One whose stream does not end by itself. */
    Question endless() {
        return new Question(method, target, headers, BRIEF);
    }

    /** The next page of what this asks for. */
    Question continued(String token) {
        String kept = Arrays.stream(query().split("&"))
                .filter(part -> !part.matches("(continue|resourceVersion|resourceVersionMatch)(=.*)?"))
                .filter(part -> !part.isEmpty())
                .map(part -> part + "&")
                .collect(Collectors.joining());
        return new Question(method, path() + "?" + kept + "continue=" + token, headers, patience);
    }

    String path() {
        return target.split("\\?", 2)[0];
    }

    String query() {
        return target.contains("?") ? target.split("\\?", 2)[1] : "";
    }

    /** Whether its query has a parameter; that of a walk's later pages included. */
    boolean has(String parameter) {
        return Arrays.stream(query().split("&"))
                .anyMatch(part -> part.equals(parameter) || part.startsWith(parameter + "="));
    }

    /** The version that it asks for, by itself or by its token; 0 if none. */
    long version() {
        return Arrays.stream(query().split("&"))
                .filter(part -> part.matches("resourceVersion=\\d{1,18}"))
                .mapToLong(part -> Long.parseLong(part.substring("resourceVersion=".length())))
                .findFirst()
                .orElseGet(() -> Arrays.stream(query().split("&"))
                        .filter(part -> part.startsWith("continue="))
                        .mapToLong(part -> View.token(part.substring("continue=".length()))
                                .map(token -> token.path("rv").asLong())
                                .orElse(0L))
                        .findFirst()
                        .orElse(0));
    }

    /** What it accepts, in lower case; empty if it does not say. */
    String accept() {
        return headers.getOrDefault("Accept", "").toLowerCase(Locale.ROOT);
    }

    /** The line that asks the same by hand. */
    String curl(String server) {
        Stream<String> head = method.equals("GET") ? Stream.of() : Stream.of("-X", method);
        Stream<String> said = headers.entrySet().stream()
                .flatMap(header -> Stream.of("-H", quoted(header.getKey() + ": " + header.getValue())));
        return Stream.of(Stream.of("curl", "-gsi", "--path-as-is"), head, said, Stream.of(quoted(server + target)))
                .flatMap(words -> words)
                .collect(Collectors.joining(" "));
    }

    /** A value as a query has it. */
    static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
