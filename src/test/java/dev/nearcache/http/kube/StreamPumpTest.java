package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.http.kube.BoundedOutletTest.Socket;
import dev.nearcache.testing.ManualTimers;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPumpTest {
    private final Socket socket = new Socket();
    private final List<StreamEnd> ends = new ArrayList<>();
    private final ManualTimers timers = new ManualTimers();

    private StreamPump pump(StreamPump.Source source) {
        return new StreamPump(socket, timers, new Rota(timers), Duration.ofSeconds(30), source, ends::add);
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class})
    void aClientIsCutOffByAnErrorWhichIsNotKeptFromOthers(Class<? extends Error> kind) throws Exception {
        // Given
        Error error = kind.getConstructor().newInstance();
        StreamPump pump = pump(() -> {
            throw error;
        });

        // When
        Error thrown = assertThrows(kind, pump::wake);

        // Then
        assertEquals(error, thrown);
        assertEquals(Socket.Abort.DONE, socket.aborted);
        assertEquals(List.of(StreamEnd.FAILED), ends);
    }

    @Test
    void aClientIsCutOffByAFaultOfOurs() {
        // Given
        StreamPump pump = pump(() -> {
            throw new IllegalStateException("a fault");
        });

        // When
        pump.wake();

        // Then
        assertEquals(Socket.Abort.DONE, socket.aborted);
        assertEquals(List.of(StreamEnd.FAILED), ends);
    }

    @Test
    void theFirstPieceIsWrittenBeforeAnotherRequestCanBeLetIn() {
        // Given
        Backlog backlog = new Backlog(10);
        StreamPump pump = new StreamPump(
                new BoundedOutlet(socket, backlog),
                timers,
                new Rota(timers),
                Duration.ofSeconds(30),
                () -> new StreamPump.Piece(Buffer.buffer(new byte[20]), StreamPump.Progress.MORE),
                ends::add);

        // When
        pump.wake();

        // Then: without a turn of the loop in between
        assertThrows(StatusException.class, backlog::checkRoom);
    }
}
