package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.http.kube.BoundedOutletTest.Socket;
import dev.nearcache.testing.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPumpTest {
    private final Socket socket = new Socket();
    private final List<StreamEnd> ends = new ArrayList<>();

    private StreamPump pump(StreamPump.Source source) {
        return new StreamPump(socket, new ManualTimers(), Duration.ofSeconds(30), source, ends::add);
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class})
    void aClientIsCutOffByAnErrorWhichIsNotKeptFromOthers(Class<? extends Error> kind) throws Exception {
        // Given
        Error error = kind.getConstructor().newInstance();
        StreamPump pump = pump(out -> {
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
        StreamPump pump = pump(out -> {
            throw new IllegalStateException("a fault");
        });

        // When
        pump.wake();

        // Then
        assertEquals(Socket.Abort.DONE, socket.aborted);
        assertEquals(List.of(StreamEnd.FAILED), ends);
    }
}
