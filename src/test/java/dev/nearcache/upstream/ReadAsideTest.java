package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadAsideTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void givesAllThatCameUntilTheEnd() throws Exception {
        // Given
        byte[] all = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);

        // When
        ReadAside read = ReadAside.of(new ByteArrayInputStream(all), 1 << 20);

        // Then
        read.finish();
        assertArrayEquals(all, read.get(PATIENCE));
    }

    @Test
    void endsAtTheLimitAndClosesTheStream() throws Exception {
        // Given
        CountDownLatch closed = new CountDownLatch(1);
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int available() {
                return 4096;
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };

        // When
        ReadAside read = ReadAside.of(endless, 10_000);

        // Then
        assertEquals(10_000, read.get(PATIENCE).length);
        assertTrue(closed.await(20, TimeUnit.SECONDS));
    }

    @Test
    void givesWhatCameBeforeItBroke() throws Exception {
        // Given
        InputStream broken = new InputStream() {
            private int left = 3;

            @Override
            public int read() throws IOException {
                if (left == 0) {
                    throw new IOException("broken");
                }
                left--;
                return 'x';
            }

            @Override
            public int available() {
                return 1;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                into[from] = (byte) read();
                return 1;
            }
        };

        // When
        ReadAside read = ReadAside.of(broken, 100);

        // Then
        assertEquals("xxx", new String(read.get(PATIENCE), StandardCharsets.UTF_8));
    }

    @Test
    void takesWhatIsThereOfAStreamThatIsHeldOpen() throws Exception {
        // Given
        try (PipedOutputStream held = new PipedOutputStream()) {
            ReadAside read = ReadAside.of(new PipedInputStream(held), 100);
            held.write('x');

            // When
            read.finish();

            // Then
            assertEquals("x", new String(read.get(PATIENCE), StandardCharsets.UTF_8));
        }
    }
}
