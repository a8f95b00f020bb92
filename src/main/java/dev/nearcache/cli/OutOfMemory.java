package dev.nearcache.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Ends the process once there is no memory left, whatever the flags of its JVM are: what could not be allocated left some
 * work half done, on which somebody waits for ever, while a process that is begun anew is whole. It listens to the log,
 * since that is where each failure ends that nobody foresaw: Netty's, those of Vert.x, and ours.
 */
final class OutOfMemory extends AppenderBase<ILoggingEvent> {
    /** Both are made beforehand: there may be no memory for more. */
    private static final byte[] LAST_WORDS =
            "nearcache: out of memory, so the process ends; give it a larger heap\n".getBytes(StandardCharsets.UTF_8);

    private static final FileOutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);
    private static final int DEEPEST = 20;

    /** Looks after threads, too, that end by a failure. */
    static void watchThreads() {
        Thread.setDefaultUncaughtExceptionHandler(OutOfMemory::ended);
    }

    private static void ended(Thread thread, Throwable failure) {
        endIfItIs(failure);
        LoggerFactory.getLogger(OutOfMemory.class)
                .atError()
                .addKeyValue("thread", thread.getName())
                .setCause(failure)
                .log("a thread ended by a failure that nobody foresaw");
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThrowableProxy() instanceof ThrowableProxy proxy) {
            endIfItIs(proxy.getThrowable());
        }
    }

    private static void endIfItIs(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof OutOfMemoryError) {
                end();
            }
            cause = cause.getCause();
        }
    }

    private static void end() {
        try {
            STANDARD_ERROR.write(LAST_WORDS);
        } catch (IOException nobodyListens) {
            // The exit code says it as well.
        } finally {
            Runtime.getRuntime().halt(ExitCode.OUT_OF_MEMORY.number());
        }
    }
}
