package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.World;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SseClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A synced sidecar with pods, and what reports ask of it. */
final class CachedPods implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final StatusBody GONE = StatusBody.of(410, "Expired", "too old resource version");

    private final RunningSidecar running;

    private CachedPods(RunningSidecar running) {
        this.running = running;
        running.awaitSynced();
    }

    /** @param upstream the beginning of the upstream settings, up to the comma behind the last */
    static CachedPods start(SimulatorSettings settings, String upstream, String... resources) {
        Vertx vertx = Vertx.vertx();
        return on(vertx, await(Simulator.start(vertx, settings)), upstream, resources);
    }

    /** The same on a simulator that runs; closing this closes all. */
    static CachedPods on(Vertx vertx, Simulator simulator, String upstream, String... resources) {
        return new CachedPods(RunningSidecar.on(
                vertx, simulator, "upstream: " + upstream + "backoff: {initial: 50ms, max: 100ms}}\n", resources));
    }

    Simulator simulator() {
        return running.simulator();
    }

    RunningSidecar running() {
        return running;
    }

    /** The API server's objects, changed so that no watch is told. */
    World unseen() {
        return simulator().world().silently();
    }

    Answer get(String pathAndQuery) {
        try {
            return running.get(pathAndQuery);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The pods that a query selects. */
    List<JsonNode> items(String query) {
        Answer answer = get("/api/v1/pods" + query);
        if (answer.status() != 200) {
            throw new AssertionError(query + " gives " + answer);
        }
        List<JsonNode> items = new ArrayList<>();
        json(answer.body()).path("items").forEach(items::add);
        return items;
    }

    long count() {
        JsonNode page = json(get("/api/v1/pods?limit=1").body());
        return page.path("items").size()
                + page.at("/metadata/remainingItemCount").asLong();
    }

    /** The version of what is cached. */
    long version() {
        return json(get("/api/v1/pods?limit=1").body())
                .at("/metadata/resourceVersion")
                .asLong();
    }

    /** Waits until the cache holds what the API server holds. */
    void awaitSame() {
        Await.until(() -> {
            Map<String, String> held = new TreeMap<>();
            items("")
                    .forEach(pod -> held.put(
                            pod.at("/metadata/namespace").asText() + "/"
                                    + pod.at("/metadata/name").asText(),
                            pod.at("/metadata/uid").asText() + "@"
                                    + pod.at("/metadata/resourceVersion").asText()));
            Map<String, String> there = new TreeMap<>();
            await(simulator().log().snapshot("pods"))
                    .forEach((key, identity) -> there.put(key, identity.uid() + "@" + identity.version()));
            return held.equals(there);
        });
    }

    /** Loses the history and ends the watch: the next thing is a list. */
    void relist() {
        await(simulator().faults().compact("pods"));
        Await.until(() -> await(simulator().faults().error("pods", GONE)) > 0);
    }

    List<RequestEntry> requests() {
        return await(simulator().log().requests());
    }

    /** The lists of pods after the first so many requests. */
    List<RequestEntry> lists(int after) {
        List<RequestEntry> all = requests();
        return all.subList(after, all.size()).stream()
                .filter(request -> request.path().equals("/api/v1/pods") && !request.watch())
                .toList();
    }

    /** A client of server-sent events that has its snapshot. */
    SseClient stream() throws IOException {
        SseClient client = SseClient.open(running.port(), "/v1/stream?resource=pods", "");
        while (!client.next().name().equals("SYNCED")) {}
        return client;
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public void close() {
        running.close();
    }
}
