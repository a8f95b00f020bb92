package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipFilterTest {
    private static final int HEADER = 10;

    /** The empty last block, the checksum and the length. */
    private static final int LAST_BLOCK_AND_TRAILER = 2 + 8;

    /** Readers that hold back a member's last block until the next member begins would else be one event behind. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 400, 8_192, 100_000, 1_000_000})
    void allThatWasFlushedCanBeReadBeforeTheLastBlock(int size) throws Exception {
        // Given, both what can be compressed and what cannot
        byte[] text = new byte[size];
        new Random(size).nextBytes(text);
        Arrays.fill(text, 0, size / 2, (byte) 'x');
        GzipFilter filter = new GzipFilter(new BodyFilter.Same());
        Buffer member = Buffer.buffer();

        // When
        filter.write(text, member);
        filter.flush(member);
        byte[] flushed = member.getBytes();
        filter.finish(member);

        // Then
        Inflater inflater = new Inflater(true);
        inflater.setInput(flushed, HEADER, flushed.length - HEADER);
        byte[] read = new byte[size];
        assertEquals(size, inflater.inflate(read));
        inflater.end();
        assertArrayEquals(text, read);
        assertEquals(flushed.length + LAST_BLOCK_AND_TRAILER, member.length());
        assertArrayEquals(text, new GZIPInputStream(new ByteArrayInputStream(member.getBytes())).readAllBytes());
    }
}
