package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Pod;
import dev.nearcache.rows.Watched.Event;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What enters and leaves a watch's selection (kubernetes-api.md 7.6), each row in namespaces of its own. A step writes
 * {@code name@namespace}, {@code :node} that it is bound to, {@code ~node} that it is nominated for, {@code #labels} that are
 * true, and {@code !} deletes it; behind it stands the event that follows, or {@code x}. The last event of a row comes
 * after all of its steps, so whatever an {@code x} would have brought would have come before.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchRowsIT {
    private static final String ROWS = """
            7.6 #1  | ns1 | ''                                                                 | foo@ns2>x foo@ns1>ADDED
            7.6 #1  | ns1 | fieldSelector=metadata.name=foo                                    | foo@ns2>x foo@ns1>ADDED
            7.6 #2  | ns1 | fieldSelector=spec.nodeName=bar                                    | foo@ns1>x foo@ns1:bar>ADDED
            7.6 #3  | ns1 | ''                                                                 | foo@ns1>ADDED foo@ns1>MODIFIED
            7.6 #4  | ns1 | fieldSelector=spec.nodeName!=bar                                   | foo@ns1>ADDED foo@ns1:bar>DELETED
            7.6 #5  | ns1 | labelSelector=select=true                                          | foo@ns1#select>ADDED foo@ns1>DELETED foo@ns1#select>ADDED foo@ns1#select>MODIFIED foo@ns1!>DELETED
            7.6 #12 | all | fieldSelector=spec.nodeName=b1                                     | foo1@ns1>x foo1@ns1:b1>ADDED
            7.6 #13 | all | fieldSelector=spec.nodeName!=b1                                    | foo1@ns1>ADDED foo2@ns1>ADDED foo1@ns1>MODIFIED foo1@ns1:b1>DELETED
            7.6 #14 | all | fieldSelector=metadata.name=foo1                                   | foo1@ns1>ADDED foo2@ns1>x foo1@ns1>MODIFIED foo2@ns1>x foo1@ns1!>DELETED
            7.6 #15 | all | fieldSelector=metadata.name=foo1,spec.nodeName=b1                  | foo1@ns1>x foo2@ns1>x foo1@ns1>x foo2@ns1>x foo1@ns1:b1>ADDED
            7.6 #16 | all | fieldSelector=spec.nodeName!=b1,metadata.name=foo1                 | foo1@ns1>ADDED foo2@ns1>x foo1@ns1>MODIFIED foo2@ns1:b1>x foo1@ns1:b1>DELETED
            7.6 #17 | all | fieldSelector=metadata.namespace=ns1                               | foo1@ns1>ADDED foo1@ns2>x foo1@ns1>MODIFIED foo1@ns2>x foo1@ns1!>DELETED
            7.6 #18 | ns1 | ''                                                                 | foo1@ns1>ADDED foo1@ns2>x foo2@ns1>ADDED foo1@ns1>MODIFIED foo1@ns2>x foo2@ns1!>DELETED
            7.6 #19 | ns1 | fieldSelector=metadata.namespace=ns2                               | foo1@ns1>x foo1@ns2>x foo2@ns1>x foo1@ns1>x foo1@ns2>x
            7.6 #20 | ns1 | fieldSelector=spec.nodeName=bar2                                   | foo1@ns1>x foo2@ns1:bar1>x foo1@ns2:bar2>x foo1@ns1:bar2>ADDED
            7.6 #20 | ns1 | fieldSelector=status.nominatedNodeName=bar2                        | foo1@ns1>x foo1@ns1~bar1>x foo1@ns2>x foo1@ns2~bar2>x foo1@ns1~bar2>ADDED
            7.6 #21 | ns2 | fieldSelector=status.nominatedNodeName!=bar1                       | foo1@ns1>x foo1@ns2>ADDED foo1@ns2~bar1>DELETED foo1@ns2~bar2>ADDED
            7.6 #22 | all | fieldSelector=metadata.name=foo1                                   | foo1@ns1>ADDED foo1@ns2>ADDED foo2@ns1>x foo1@ns1>MODIFIED foo1@ns2>MODIFIED
            7.6 #23 | all | fieldSelector=metadata.name=foo1,metadata.namespace=ns1            | foo1@ns1>ADDED foo2@ns1>x foo1@ns2>x foo1@ns1>MODIFIED foo1@ns1>MODIFIED
            7.6 #24 | all | fieldSelector=metadata.name=foo1,status.nominatedNodeName!=bar1    | foo1@ns1>ADDED foo2@ns1>x foo1@ns1>MODIFIED foo1@ns1~bar1>DELETED foo1@ns1~bar2>ADDED
            7.6 #25 | ns1 | fieldSelector=metadata.name=foo1                                   | foo1@ns1>ADDED foo2@ns1>x foo1@ns2>x foo1@ns1>MODIFIED
            7.6 #25 | ns1 | fieldSelector=metadata.name=foo1,metadata.namespace=ns1            | foo1@ns1>ADDED foo2@ns1>x foo1@ns2>x foo1@ns1>MODIFIED
            7.6 #25 | ns1 | fieldSelector=metadata.name=foo1,spec.nodeName=bar1                | foo1@ns1>x foo2@ns1:bar1>x foo1@ns2:bar1>x foo1@ns1:bar1>ADDED
            7.6 #25 | ns1 | fieldSelector=metadata.name=foo1,spec.nodeName!=bar1               | foo1@ns1>ADDED foo2@ns1>x foo1@ns2>x foo1@ns1:bar1>DELETED
            7.6 #26 | ns1 | ''                                                                 | foo1@ns1#foo,bar>ADDED foo1@ns1#foo>MODIFIED foo1@ns1>MODIFIED foo1@ns1!>DELETED
            7.6 #26 | ns1 | labelSelector=foo=true                                             | foo1@ns1#foo,bar>ADDED foo1@ns1#foo>MODIFIED foo1@ns1>DELETED foo1@ns1!>x foo1@ns1#foo>ADDED
            7.6 #26 | ns1 | labelSelector=bar=true                                             | foo1@ns1#foo,bar>ADDED foo1@ns1#foo>DELETED foo1@ns1>x foo1@ns1!>x foo1@ns1#bar>ADDED
            """;

    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.empty();

    private int scripts;

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void theFacadeTells(String row, String scope, String selector, String steps) {
        play(SIDES.facade(), scope, selector, steps);
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void theApiServerTells(String row, String scope, String selector, String steps) {
        play(SIDES.real(), scope, selector, steps);
    }

    private void play(Side side, String scope, String selector, String steps) {
        // Given
        String own = "w" + ++scripts + "-";
        long start = side.write(Pod.of(own + "start", "start"));
        String collection = scope.equals("all") ? "/api/v1/pods" : "/api/v1/namespaces/" + own + scope + "/pods";
        String query = "?watch=1&resourceVersion=" + start
                + (steps.matches("(\\S+>x ?)+") ? "&timeoutSeconds=2" : "")
                + parameter(selector.replace("metadata.namespace=", "metadata.namespace=" + own));

        try (Watched watch = side.watch(collection + query)) {
            // When
            List<String> expected = new Script(side, own).write(steps);

            // Then
            List<Event> told = expected.isEmpty()
                    ? watch.rest()
                    : Stream.generate(watch::next)
                            .filter(event -> !isMarked(event))
                            .limit(expected.size())
                            .toList();
            assertEquals(expected, told.stream().map(WatchRowsIT::shown).toList());
        }
    }

    /** A real server marks a pod as one to be deleted before it deletes it. */
    private static boolean isMarked(Event event) {
        return event.type().equals("MODIFIED")
                && event.object().path("metadata").has("deletionTimestamp");
    }

    private static String parameter(String selector) {
        String[] pair = selector.split("=", 2);
        return pair.length < 2 ? "" : "&" + pair[0] + "=" + URLEncoder.encode(pair[1], StandardCharsets.UTF_8);
    }

    private static String shown(Event event) {
        JsonNode object = event.object();
        Map<String, String> labels = new TreeMap<>();
        object.at("/metadata/labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        Pod pod = new Pod(
                object.at("/metadata/namespace").asText(),
                event.name(),
                object.at("/spec/nodeName").asText(),
                object.at("/status/nominatedNodeName").asText(),
                labels);
        return shown(event.type(), pod, event.version());
    }

    private static String shown(String type, Pod pod, long version) {
        return type + " at " + version + ": " + pod;
    }

    /** The steps of one row, and the pods as they are by now. */
    private static final class Script {
        private final Side side;
        private final String own;
        private final Map<String, Pod> pods = new HashMap<>();

        Script(Side side, String own) {
            this.side = side;
            this.own = own;
        }

        /** Takes each step; the events that must follow. */
        List<String> write(String steps) {
            List<String> expected = new ArrayList<>();
            for (String step : steps.split(" ", -1)) {
                String[] parts = step.split(">", -1);
                String key = parts[0].split("[:~#!]", -1)[0];
                Optional<Pod> before = Optional.ofNullable(pods.get(key));
                Pod pod = pod(key, parts[0].substring(key.length()), before);
                long version = parts[0].endsWith("!") ? side.delete(pod.namespace(), pod.name()) : side.write(pod);
                pods.put(key, pod);
                switch (parts[1]) {
                    case "x" -> {}
                    case "DELETED" -> expected.add(shown(parts[1], before.orElseThrow(), version));
                    default -> expected.add(shown(parts[1], pod, version));
                }
            }
            return expected;
        }

        private Pod pod(String key, String rest, Optional<Pod> before) {
            String[] name = key.split("@", -1);
            Pod pod = before.orElseGet(() -> Pod.of(own + name[1], name[0])).labelled(Map.of());
            return switch (rest.isEmpty() ? ' ' : rest.charAt(0)) {
                case ':' -> pod.on(rest.substring(1));
                case '~' -> pod.nominatedFor(rest.substring(1));
                case '#' ->
                    pod.labelled(Arrays.stream(rest.substring(1).split(",", -1))
                            .collect(
                                    Collectors.toMap(Function.identity(), label -> "true", (a, b) -> a, TreeMap::new)));
                default -> pod;
            };
        }
    }
}
