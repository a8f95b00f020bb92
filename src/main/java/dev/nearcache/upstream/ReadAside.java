package dev.nearcache.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what a program prints, up to a limit, on a thread of its own: a program may fill one of its outputs before it
 * goes on with the other.
 *
 * <p>It takes only what is there already. To wait inside a read is to wait for the last program that has the output
 * open, which may be another than the one that was started, and nothing ends such a read, not even to close the stream.
 */
final class ReadAside {
    private static final Logger LOG = LoggerFactory.getLogger(ReadAside.class);
    private static final int PIECE = 8192;
    private static final Duration LOOK = Duration.ofMillis(5);

    /** When a program ends, the platform moves the rest of its output aside; meanwhile, nothing of that is seen. */
    private static final int LAST_LOOKS = 4;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final int limit;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private volatile Printer printer = Printer.RUNNING;

    /** Whether more may come. */
    private enum Printer {
        RUNNING,
        ENDED
    }

    private ReadAside(int limit) {
        this.limit = limit;
    }

    /**
     * Begins to read; the stream is closed after the rest, or at the limit.
     *
     * @param from says truly what is available
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
            for (int looks = 0; looks < LAST_LOOKS; ) {
                boolean over = printer == Printer.ENDED;
                int count = from.read(piece, 0, Math.min(from.available(), PIECE));
                if (count > 0 && !keep(piece, count)) {
                    return;
                }
                if (count <= 0) {
                    looks += over ? 1 : 0;
                    LockSupport.parkNanos(LOOK.toNanos());
                }
            }
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

    /** The program has ended: takes the rest, and nothing that comes later. */
    void finish() {
        printer = Printer.ENDED;
    }

    /** All that came before {@link #finish}, or as much of it as could be had within a while. */
    byte[] get(Duration patience) throws InterruptedException {
        if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.atWarn().log("the output of a plugin that has ended cannot be read to its end");
        }
        synchronized (this) {
            return read.toByteArray();
        }
    }
}
