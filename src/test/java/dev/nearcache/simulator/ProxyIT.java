package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Proxy.Idle;
import dev.nearcache.simulator.Proxy.NewConnections;
import dev.nearcache.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plain sockets to a server that sends back what it is sent. */
@Timeout(60)
class ProxyIT {
    private static final int A_MOMENT = 150;

    private final Vertx vertx = Vertx.vertx();
    private Proxy proxy;

    @BeforeEach
    void start() throws Exception {
        NetServer echo = vertx.createNetServer().connectHandler(ProxyIT::echo);
        echo.listen(0, "127.0.0.1").await(10, SECONDS);
        proxy = await(Proxy.start(vertx, echo.actualPort()));
    }

    private static void echo(NetSocket socket) {
        socket.exceptionHandler(broken -> {});
        socket.pipeTo(socket).onFailure(broken -> {});
    }

    @AfterEach
    void stop() throws Exception {
        await(proxy.close());
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.await(10, SECONDS);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** A connection that is known to work. */
    private Socket working() throws IOException {
        Socket socket = connect();
        assertEquals(7, echoed(socket, 7));
        return socket;
    }

    private static int echoed(Socket socket, int sent) throws IOException {
        socket.getOutputStream().write(sent);
        return socket.getInputStream().read();
    }

    private static void assertSilent(Socket socket, int sent) throws IOException {
        socket.setSoTimeout(A_MOMENT);
        assertThrows(SocketTimeoutException.class, () -> echoed(socket, sent));
        socket.setSoTimeout(10_000);
    }

    private static void assertReset(Socket socket) {
        SocketException reset = assertThrows(SocketException.class, () -> {
            while (socket.getInputStream().read() >= 0) {}
        });
        assertEquals("Connection reset", reset.getMessage());
    }

    @Test
    void carriesBytesBothWaysAndCountsConnections() throws Exception {
        byte[] sent = new byte[8 * 1024 * 1024];
        new Random(1).nextBytes(sent);
        try (Socket socket = working()) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    socket.getOutputStream().write(sent);
                } catch (IOException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            assertArrayEquals(sent, socket.getInputStream().readNBytes(sent.length));
            sending.get(10, SECONDS);
            assertEquals(1, proxy.open());
        }
        Await.until(() -> proxy.open() == 0);
        working().close();
        assertEquals(2, proxy.accepted());
    }

    @Test
    void cutsByFinOrByRst() throws Exception {
        try (Socket ended = working()) {
            assertEquals(1, await(proxy.cut(Cut.END)));
            assertEquals(-1, ended.getInputStream().read());
        }
        try (Socket broken = working()) {
            assertEquals(1, await(proxy.cut(Cut.BREAK)));
            assertReset(broken);
        }
        assertThrows(IllegalArgumentException.class, () -> await(proxy.cut(Cut.MID_LINE)));
        working().close();
    }

    @Test
    void delaysEachChunkBothWays() throws Exception {
        try (Socket socket = working()) {
            await(proxy.delay(Duration.ofMillis(100)));
            long start = System.nanoTime();
            assertEquals(1, echoed(socket, 1));
            long took = System.nanoTime() - start;
            assertTrue(took >= Duration.ofMillis(200).toNanos(), () -> took + " ns");
        }
    }

    @Test
    void holdsEverythingWhileStalledAndLosesNothing() throws Exception {
        try (Socket before = working()) {
            await(proxy.stall());
            assertSilent(before, 1);
            try (Socket during = connect()) {
                assertSilent(during, 2);
                await(proxy.heal());
                assertEquals(1, before.getInputStream().read());
                assertEquals(2, during.getInputStream().read());
            }
        }
    }

    @Test
    void stallsOnlyWhatIsOpenWhenTold() throws Exception {
        try (Socket before = working()) {
            await(proxy.stallOpen());
            working().close();
            assertSilent(before, 1);
            await(proxy.heal());
            assertEquals(1, before.getInputStream().read());
        }
    }

    @ParameterizedTest
    @EnumSource
    void swallowsWhatIsOpenForGood(NewConnections fresh) throws Exception {
        try (Socket before = working()) {
            await(proxy.blackHole(fresh));
            assertSilent(before, 1);
            switch (fresh) {
                case PASS -> working().close();
                case SWALLOW -> assertSilent(connect(), 1);
                case REFUSE -> assertThrows(ConnectException.class, this::connect);
            }
            await(proxy.heal());
            assertSilent(before, 2);
            working().close();
        }
    }

    @Test
    void refusesNewConnectionsAndLeavesOpenOnesAlone() throws Exception {
        try (Socket open = working()) {
            await(proxy.refuse());
            assertThrows(ConnectException.class, this::connect);
            assertEquals(3, echoed(open, 3));
            await(proxy.heal());
            working().close();
            assertEquals(4, echoed(open, 4));
        }
    }

    @Test
    void closesOrDropsIdleConnections() throws Exception {
        try (Socket socket = working()) {
            await(proxy.idle(Duration.ofMillis(100), Idle.CLOSE));
            assertEquals(-1, socket.getInputStream().read());
        }
        await(proxy.heal());
        try (Socket socket = working()) {
            await(proxy.idle(Duration.ofMillis(100), Idle.DROP));
            for (int i = 0; i < 20; i++) {
                assertEquals(i, echoed(socket, i));
            }
            socket.setSoTimeout(3 * A_MOMENT);
            assertThrows(
                    SocketTimeoutException.class, () -> socket.getInputStream().read());
            assertSilent(socket, 1);
        }
    }

    @Test
    void cutsAgainAndAgainUntilItHeals() throws Exception {
        await(proxy.cutEvery(Duration.ofMillis(50)));
        for (int i = 0; i < 3; i++) {
            try (Socket socket = connect()) {
                assertReset(socket);
            }
        }
        await(proxy.heal());
        try (Socket socket = working()) {
            socket.setSoTimeout(A_MOMENT);
            assertThrows(
                    SocketTimeoutException.class, () -> socket.getInputStream().read());
        }
    }

    @Test
    void cutsNewConnectionsAfterTheirBytes() throws Exception {
        await(proxy.cutAfter(() -> 3));
        try (Socket socket = connect()) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(i);
                if (i < 2) {
                    assertEquals(i, socket.getInputStream().read());
                }
            }
            assertReset(socket);
        }
        await(proxy.heal());
        try (Socket socket = connect()) {
            for (int i = 0; i < 9; i++) {
                assertEquals(i, echoed(socket, i));
            }
        }
    }
}
