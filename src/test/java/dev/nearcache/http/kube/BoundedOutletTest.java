package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.http.kube.StreamPump.Progress;
import dev.nearcache.testing.ManualTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedOutletTest {
    private static final Duration STALL_LIMIT = Duration.ofSeconds(30);

    private static final int HIGH = 10 << 20;

    private final Backlog backlog = new Backlog(HIGH);
    private final ManualTimers timers = new ManualTimers();
    private final Socket socket = new Socket();
    private final List<StreamEnd> ends = new ArrayList<>();

    private StreamPump pump(int pieceBytes) {
        return new StreamPump(
                new BoundedOutlet(socket, backlog),
                timers,
                new Rota(timers),
                STALL_LIMIT,
                () -> new StreamPump.Piece(Buffer.buffer(new byte[pieceBytes]), Progress.MORE),
                ends::add);
    }

    /** A socket whose queue counts messages, as Vert.x's does, so that it is never full here. */
    static final class Socket implements Outlet {
        private final Queue<Promise<Void>> untaken = new ArrayDeque<>();
        Abort aborted = Abort.NOT;
        private long given;

        enum Abort {
            NOT,
            DONE
        }

        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public boolean isFull() {
            return false;
        }

        @Override
        public void whenDrained(Runnable drained) {}

        @Override
        public void whenGone(Runnable gone) {}

        @Override
        public Future<Void> write(Buffer piece) {
            given += piece.length();
            Promise<Void> taken = Promise.promise();
            untaken.add(taken);
            return taken.future();
        }

        @Override
        public Future<Void> end() {
            return Future.succeededFuture();
        }

        @Override
        public void abort() {
            aborted = Abort.DONE;
        }

        void take(int pieces) {
            for (int i = 0; i < pieces; i++) {
                untaken.remove().complete();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 32_000, 1_000_000})
    void aClientThatTakesNothingIsGivenNoMoreThanTheBoundAndOnePiece(int pieceBytes) {
        // When
        pump(pieceBytes).wake();
        timers.advance(Duration.ofSeconds(29));

        // Then
        assertTrue(socket.given < BoundedOutlet.MOST_UNTAKEN + pieceBytes, () -> "given " + socket.given);
        assertTrue(socket.given >= BoundedOutlet.MOST_UNTAKEN, () -> "given " + socket.given);
        assertEquals(List.of(), ends);
    }

    @Test
    void aClientThatTakesNothingIsCutOffWhenTheStallLimitIsOver() {
        // Given
        pump(1_000_000).wake();

        // When
        timers.advance(STALL_LIMIT);

        // Then
        assertEquals(List.of(StreamEnd.STALLED), ends);
        assertEquals(Socket.Abort.DONE, socket.aborted);
    }

    @Test
    void whatIsTakenMakesRoom() {
        // Given
        pump(1_000_000).wake();
        timers.advance(Duration.ofSeconds(20));
        assertEquals(1_000_000, socket.given);

        // When
        socket.take(1);
        timers.advance(Duration.ofSeconds(20));

        // Then
        assertEquals(2_000_000, socket.given);
        assertEquals(List.of(), ends);
    }

    @Test
    void whatIsTakenAfterTheEndWakesNobody() {
        // Given
        List<String> woken = new ArrayList<>();
        Outlet outlet = new BoundedOutlet(socket, backlog);
        outlet.whenDrained(() -> woken.add("room"));
        outlet.write(Buffer.buffer("piece"));
        outlet.write(Buffer.buffer("last"));

        // When
        socket.take(1);
        outlet.end();
        socket.take(1);

        // Then
        assertEquals(List.of("room"), woken);
        assertEquals(0, backlog.bytes());
    }

    @Test
    void whileMuchWaitsForOthersAClientIsGivenAPieceAtATime() {
        // Given
        backlog.add(HIGH);

        // When
        pump(1_000).wake();
        timers.advance(Duration.ofSeconds(20));

        // Then
        assertEquals(1_000, socket.given);
        assertEquals(HIGH + 1_000, backlog.bytes());
        socket.take(1);
        timers.advance(Duration.ofSeconds(20));
        assertEquals(2_000, socket.given);
        assertEquals(List.of(), ends);
    }

    @Test
    void whenOthersHaveTakenTheirsAClientIsGivenMoreAgain() {
        // Given
        backlog.add(HIGH);
        pump(1_000).wake();
        timers.runDeferred();

        // When
        backlog.remove(HIGH);
        socket.take(1);
        timers.advance(Duration.ofSeconds(20));

        // Then
        assertTrue(backlog.bytes() >= BoundedOutlet.MOST_UNTAKEN, () -> "only " + backlog.bytes());
    }

    @Test
    void nothingNewIsBegunWhileFarTooMuchWaits() {
        // Given
        backlog.add(2 * HIGH - 1);
        backlog.checkRoom();

        // When
        backlog.add(1);

        // Then
        StatusException refused = assertThrows(StatusException.class, backlog::checkRoom);
        assertEquals(429, refused.status().code());
        assertTrue(
                refused.status().message().contains("20 MiB"),
                () -> refused.status().message());
        backlog.remove(1);
        backlog.checkRoom();
    }
}
