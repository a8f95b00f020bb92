package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.AuditLog;
import dev.nearcache.testing.AuditLog.Entry;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedProxy;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every connection to a real API server is cut every two seconds, under load, with its streaming lists and without. */
@Tag("testbed")
@Timeout(300)
class TestbedCutsIT {
    private static final Duration LIMIT = Duration.ofSeconds(140);

    @TempDir
    Path directory;

    /** Whether the API server sends its objects as a stream of events. */
    private enum StreamingLists {
        ON("--feature-gates=WatchList=true"),
        OFF("--feature-gates=WatchList=false");

        private final String flag;

        StreamingLists(String flag) {
            this.flag = flag;
        }

        /** What a sidecar that syncs for the first time must have asked for, and been answered. */
        private void check(List<Entry> synced) {
            Entry first = synced.get(0);
            assertEquals("watch", first.verb(), synced::toString);
            assertTrue(first.streamsObjects(), synced::toString);
            List<Entry> lists =
                    synced.stream().filter(entry -> entry.verb().equals("list")).toList();
            switch (this) {
                case ON -> {
                    assertEquals(200, first.code(), synced::toString);
                    assertEquals(List.of(), lists);
                }
                case OFF -> {
                    assertEquals(422, first.code(), synced::toString);
                    assertTrue(lists.get(0).uri().contains("limit=500"), synced::toString);
                    assertEquals(200, lists.get(0).code(), synced::toString);
                    assertEquals(
                            1, synced.stream().filter(Entry::streamsObjects).count(), "it must not ask again");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInformerOnTheSidecarHoldsWhatOneOnTheApiServerHolds(StreamingLists lists) throws Exception {
        Testbed.assumeBuilt("load");
        Testbed.assumeBuilt("informer");
        AuditLog audit = AuditLog.in(directory);
        String[] flags =
                Stream.concat(Stream.of(lists.flag), Stream.of(audit.flags())).toArray(String[]::new);
        try (Testbed server = Testbed.start(directory, flags);
                TestbedProxy path = TestbedProxy.before(server)) {
            // Given
            Command loaded = server.run(LIMIT, "load", "-n", "1000", "pods");
            assertEquals(0, loaded.exit(), loaded::toString);
            try (TestbedSidecar sidecar = TestbedSidecar.through(path, server, "", "pods")) {
                sidecar.awaitSynced();
                lists.check(audit.ofSidecars());
                long connections = path.proxy().accepted();

                // When
                RunningSidecar.await(path.proxy().cutEvery(Duration.ofSeconds(2)));
                CompletableFuture<Command> churn = CompletableFuture.supplyAsync(
                        () -> server.run(LIMIT, "load", "-n", "3000", "-rate", "200", "churn"));
                Command mirror = server.run(LIMIT, "informer", "-other", sidecar.url(), "-for", "18s", "mirror");

                // Then
                System.out.println(
                        "mirror, streaming lists " + lists + ": " + mirror.out().strip());
                assertEquals(0, mirror.exit(), mirror::toString);
                assertTrue(mirror.out().startsWith("objects 1000/1000 "), mirror::toString);
                assertEquals(new Command(0, "changing 1000 pods, 3000 times\n", ""), churn.join());
                assertTrue(
                        path.proxy().accepted() >= connections + 7,
                        () -> path.proxy().accepted() + " connections");
                assertEquals(0, sidecar.client().report("pods").path("relists").asInt(), "every watch was resumed");
            }
        }
    }
}
