package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader.Event;
import io.vertx.core.Vertx;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Enough clients on one event loop that changes gather for them, and that they are written shared bytes. */
class ManyStreamsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int CHANGES = 400;

    private final Vertx vertx = Vertx.vertx();
    private final FedResource pods = FedResource.pods().list(100);
    private final FedResource leases = new FedResource(
                    new ResourceType(
                            "coordination.k8s.io", "v1", "leases", "lease", "Lease", "LeaseList", true, List.of()),
                    ObjectLayout.whole(),
                    FedResource.ROOMY)
            .list(100);

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    /** What one client is to see of the changes, and how it reads them. */
    private interface Client extends Closeable {
        boolean sees(String namespace, String app);

        /** The next change, as its object's name and version. */
        String next() throws IOException;
    }

    private Client events(int port, String path, String namespace, String app) throws IOException {
        SseClient client = SseClient.open(port, path, path.contains("leases") ? "" : "100");
        return new Reading(namespace, app, client, () -> {
            while (true) {
                Event event = client.next();
                if (event.name().equals("MODIFIED") || event.name().equals("ADDED")) {
                    JsonNode metadata = JSON.readTree(event.data()).at("/object/metadata");
                    if (event.carriesId() && !event.id().contains(",")) {
                        assertEquals(metadata.path("resourceVersion").asText(), event.id(), path);
                    }
                    return text(metadata);
                }
            }
        });
    }

    private Client watch(int port, String path, String namespace, String app) throws IOException {
        RawStream watch = RawStream.get(port, path, Map.of(), LIMIT);
        return new Reading(
                namespace, app, watch, () -> text(JSON.readTree(watch.line()).at("/object/metadata")));
    }

    private static String text(JsonNode metadata) {
        return metadata.path("name").asText() + "@"
                + metadata.path("resourceVersion").asText();
    }

    private interface Source {
        String next() throws IOException;
    }

    private record Reading(String namespace, String app, Closeable connection, Source source) implements Client {
        @Override
        public boolean sees(String in, String of) {
            return (namespace.isEmpty() || namespace.equals(in)) && (app.isEmpty() || app.equals(of));
        }

        @Override
        public String next() throws IOException {
            return source.next();
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }

    @Test
    void eachClientSeesAllThatItSelectsInOrder() throws IOException {
        // Given
        int port = FedApi.start(vertx, pods, leases).port();
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(events(port, "/v1/pods?watch=true", "", ""));
            clients.add(events(port, "/v1/namespaces/b/pods?watch=true", "b", ""));
            clients.add(events(port, "/v1/pods?watch=true&labelSelector=app%3Dweb", "", "web"));
            clients.add(events(port, "/v1/stream?resource=pods&resource=leases.coordination.k8s.io", "", ""));
            clients.add(watch(port, "/api/v1/pods?watch=true&resourceVersion=100", "", ""));
            clients.add(watch(port, "/api/v1/namespaces/b/pods?watch=true&resourceVersion=100", "b", ""));
        }
        RawStream deaf = RawStream.get(port, "/api/v1/pods?watch=true&resourceVersion=100", Map.of(), LIMIT);

        // When
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<List<String>> expected = new ArrayList<>();
        clients.forEach(client -> expected.add(new ArrayList<>()));
        for (long version = 101; version <= 100 + CHANGES; version++) {
            String namespace = random.nextInt(10) == 0 ? "b" : "a";
            String name = namespace + random.nextInt(1_000_000);
            String app = random.nextBoolean() ? "web" : "db";
            long at = version;
            pods.feed(sink -> sink.update(pod(namespace, name, at, Map.of("app", app))));
            for (int i = 0; i < clients.size(); i++) {
                if (clients.get(i).sees(namespace, app)) {
                    expected.get(i).add(name + "@" + version);
                }
            }
        }

        // Then
        for (int i = 0; i < clients.size(); i++) {
            try (Client client = clients.get(i)) {
                List<String> seen = new ArrayList<>();
                while (seen.size() < expected.get(i).size()) {
                    seen.add(client.next());
                }
                assertEquals(expected.get(i), seen, "seed " + seed + ", client " + i);
            }
        }
        deaf.close();
    }
}
