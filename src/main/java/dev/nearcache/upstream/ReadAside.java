package dev.nearcache.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a stream to its end, or up to a limit, on a thread of its own: a program may fill one of its outputs before it
 * goes on with the other.
 */
final class ReadAside {
    private static final Logger LOG = LoggerFactory.getLogger(ReadAside.class);
    private static final int PIECE = 8192;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final int limit;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    private ReadAside(int limit) {
        this.limit = limit;
    }

    /**
     * Begins to read; the stream is closed at its end or at the limit.
     *
     * @param limit in bytes
     */
    static ReadAside of(InputStream from, int limit) {
        ReadAside aside = new ReadAside(limit);
        Thread reader = new Thread(() -> aside.read(from), "exec-plugin-output");
        reader.setDaemon(true);
        reader.start();
        return aside;
    }

    private void read(InputStream from) {
        byte[] piece = new byte[PIECE];
        try (from) {
            for (int count = from.read(piece); count >= 0 && keep(piece, count); count = from.read(piece)) {}
        } catch (IOException broken) {
            // What came before is all there is.
        } finally {
            ended.countDown();
        }
    }

    private synchronized boolean keep(byte[] piece, int count) {
        read.write(piece, 0, Math.min(count, limit - read.size()));
        return read.size() < limit;
    }

    /** What has come when the stream ends, or after a while if it does not. */
    byte[] get(Duration patience) throws InterruptedException {
        if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.atDebug().log("a program holds the output of a plugin open that has ended");
        }
        synchronized (this) {
            return read.toByteArray();
        }
    }
}
