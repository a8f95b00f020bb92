package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.Faults;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.World;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A simulated API server for one test, the sidecars on it, and the questions that reports of faults put to both. */
public final class SimulatedUpstream {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Lists plainly, which the simulator counts as lists, and never waits long. */
    public static final String PLAIN_LISTS =
            "upstream: {watchList: never, pageSize: 50, backoff: {initial: 20ms, max: 100ms}}\n";

    private final Vertx vertx = Vertx.vertx();
    private final Simulator simulator;

    private SimulatedUpstream(SimulatorSettings settings) {
        simulator = done(Simulator.start(vertx, settings));
    }

    /** Starts one in which nothing changes by itself. */
    public static SimulatedUpstream quiet() {
        return new SimulatedUpstream(SimulatorSettings.quiet());
    }

    public static SimulatedUpstream start(SimulatorSettings settings) {
        return new SimulatedUpstream(settings);
    }

    /** A sidecar that lists plainly; closing it closes this too. */
    public RunningSidecar sidecar(String... resources) {
        return sidecarWith(PLAIN_LISTS, resources);
    }

    /** A sidecar with more configuration: whole top-level keys. */
    public RunningSidecar sidecarWith(String yaml, String... resources) {
        return RunningSidecar.on(vertx, simulator, yaml, resources);
    }

    /** A sidecar that reaches this through a proxy. */
    public RunningSidecar sidecarBehind(Proxy proxy, String yaml, String... resources) {
        String url = simulator.url().replace(":" + simulator.port(), ":" + proxy.port());
        return RunningSidecar.at(vertx, simulator, url, yaml, resources);
    }

    public Proxy proxy() {
        return done(Proxy.start(vertx, simulator.port()));
    }

    public Vertx vertx() {
        return vertx;
    }

    public Simulator simulator() {
        return simulator;
    }

    public Faults faults() {
        return simulator.faults();
    }

    public World world() {
        return simulator.world();
    }

    /** Waits for a result, failing the test when there is none in time. */
    public static <T> T done(Future<T> future) {
        return RunningSidecar.await(future);
    }

    /** The requests so far for the collection whose path ends so, lists and watches. */
    public List<RequestEntry> requests(String plural) {
        return done(simulator.log().requests()).stream()
                .filter(request -> request.path().endsWith("/" + plural))
                .toList();
    }

    /** The lists among them, but for the question for one object that tells which kind of list a custom type has. */
    public List<RequestEntry> lists(String plural) {
        return requests(plural).stream()
                .filter(request -> !request.watch() && !request.query().equals("limit=1"))
                .toList();
    }

    public List<RequestEntry> watches(String plural) {
        return requests(plural).stream().filter(RequestEntry::watch).toList();
    }

    /** A parameter of a request, decoded; empty if it is not given. */
    public static String parameter(RequestEntry request, String name) {
        List<String> values =
                new QueryStringDecoder("/?" + request.query()).parameters().get(name);
        return values == null ? "" : values.get(0);
    }

    /** The version that a request names, empty if none. */
    public static String version(RequestEntry request) {
        return parameter(request, "resourceVersion");
    }

    public void awaitWatches(String type, int open) {
        Await.until(() -> done(simulator.log().openWatches(type)) == open);
    }

    /** Waits until a sidecar serves exactly the objects of a type that there are: by uid and version. */
    public void awaitConverged(RunningSidecar running, String type) {
        awaitConverged(running, type, Duration.ofSeconds(10));
    }

    public void awaitConverged(RunningSidecar running, String type, Duration limit) {
        try {
            Await.until(limit, () -> differences(running, type).isEmpty());
        } catch (AssertionError late) {
            throw new AssertionError(type + " after " + limit + ": " + differences(running, type), late);
        }
    }

    private String differences(RunningSidecar running, String type) {
        Map<String, String> held = held(type);
        Map<String, String> served = served(running, type);
        Set<String> keys = new TreeSet<>(held.keySet());
        keys.addAll(served.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(held.get(key), served.get(key)))
                .limit(5)
                .map(key -> key + " is " + served.get(key) + ", not " + held.get(key))
                .collect(Collectors.joining("; "));
    }

    private Map<String, String> held(String type) {
        Map<String, String> held = new TreeMap<>();
        done(simulator.log().snapshot(type))
                .forEach((key, identity) -> held.put(key, identity.uid() + "@" + identity.version()));
        return held;
    }

    /** What a sidecar serves of a type: uid and version by key; a single entry with the status if it is not 200. */
    public static Map<String, String> served(RunningSidecar running, String type) {
        Map<String, String> served = new TreeMap<>();
        RunningSidecar.Answer answer = get(running, "/v1/" + type);
        if (answer.status() != 200) {
            return Map.of("", answer.status() + " " + answer.body());
        }
        json(answer).path("items").forEach(item -> {
            JsonNode metadata = item.path("metadata");
            String namespace = metadata.path("namespace").asText("");
            served.put(
                    (namespace.isEmpty() ? "" : namespace + "/")
                            + metadata.path("name").asText(),
                    metadata.path("uid").asText() + "@"
                            + metadata.path("resourceVersion").asText());
        });
        return served;
    }

    /** A type's entry in {@code /v1/resources}. */
    public static JsonNode report(RunningSidecar running, String resource) {
        for (JsonNode item : json(get(running, "/v1/resources")).path("items")) {
            if (item.path("resource").asText().equals(resource)) {
                return item;
            }
        }
        throw new AssertionError("no entry for " + resource);
    }

    public static RunningSidecar.Answer get(RunningSidecar running, String path) {
        try {
            return Objects.requireNonNull(running.get(path));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static JsonNode json(RunningSidecar.Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(answer.body(), notJson);
        }
    }
}
