package dev.nearcache.twin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A list or watch as it was sent: every parameter of its query. Two are equal if they ask the same, however long their
 * watches are asked for.
 *
 * @param parameters by name; without {@code timeoutSeconds}
 */
record Request(SortedMap<String, String> parameters) {
    private static final String TIMEOUT = "timeoutSeconds";
    private static final int LEAST_SECONDS = 300;
    private static final int MOST_SECONDS = 600;

    /** What is asked for. */
    enum Kind {
        LIST,
        PAGE,
        STREAM,
        WATCH
    }

    /** Reads a query; a watch's time that no reflector may ask for stays among the parameters, and so is seen. */
    static Request parse(String query) {
        SortedMap<String, String> parameters = new TreeMap<>();
        for (String part : query.split("&", -1)) {
            String[] pair = part.split("=", 2);
            if (pair.length == 2 && !pair[1].isEmpty()) {
                parameters.put(decoded(pair[0]), decoded(pair[1]));
            }
        }
        boolean inRange = parameters.containsKey("watch") && inRange(parameters.getOrDefault(TIMEOUT, ""));
        if (inRange) {
            parameters.remove(TIMEOUT);
        }
        return new Request(parameters);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static boolean inRange(String seconds) {
        return seconds.matches("[0-9]{3}")
                && Integer.parseInt(seconds) >= LEAST_SECONDS
                && Integer.parseInt(seconds) <= MOST_SECONDS;
    }

    Kind kind() {
        if (parameters.containsKey("sendInitialEvents")) {
            return Kind.STREAM;
        }
        if (parameters.containsKey("watch")) {
            return Kind.WATCH;
        }
        return parameters.containsKey("continue") ? Kind.PAGE : Kind.LIST;
    }

    /** The version asked for, empty if none was. */
    String version() {
        return parameters.getOrDefault("resourceVersion", "");
    }

    /** The page size, zero if all is asked for at once. */
    int limit() {
        return Integer.parseInt(parameters.getOrDefault("limit", "0"));
    }

    @Override
    public String toString() {
        Map<String, String> usual = Map.of("watch", "true", "allowWatchBookmarks", "true");
        return kind()
                + parameters.entrySet().stream()
                        .filter(parameter -> !parameter.getValue().equals(usual.get(parameter.getKey())))
                        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining());
    }
}
