package dev.nearcache.cli;

import dev.nearcache.cli.TakenPort.Wanted;
import dev.nearcache.config.ConfigException;
import dev.nearcache.upstream.ClusterAccessException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemException;
import io.vertx.core.file.FileSystemOptions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a process that serves: start, wait for a signal, close in order. Used on the main thread. */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** Less than the 30 s that Kubernetes gives a pod, more than open streams take to be told. */
    private static final int CLOSE_SECONDS = 10;

    /**
     * Threads that may block: for files of credentials, exec plugins and name resolution, each short, rare and of the whole
     * process. Vert.x would keep twenty of either kind, idle.
     */
    private static final int BLOCKING_THREADS = 4;

    private Lifecycle() {}

    /** A Vert.x that writes no files, so that the root file system may be read-only. */
    static Vertx vertx() {
        return Vertx.vertx(new VertxOptions()
                .setWorkerPoolSize(BLOCKING_THREADS)
                .setInternalBlockingPoolSize(BLOCKING_THREADS)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    /**
     * The result of what was started.
     *
     * @param ports what it listens on, to name the one that is taken
     * @throws CommandFailure with the reason, if it failed; wrong usage, if a file that the configuration names did
     * @throws ConfigException if the configuration is wrong
     */
    static <T> T await(Vertx vertx, Future<T> starting, List<Wanted> ports) {
        try {
            return starting.onFailure(failed -> close(vertx))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
        } catch (ExecutionException failed) {
            Throwable reason = failed.getCause() == null ? failed : failed.getCause();
            if (reason instanceof ConfigException wrong) {
                throw wrong;
            }
            if (reason instanceof ClusterAccessException || reason instanceof FileSystemException) {
                throw new CommandFailure(ExitCode.USAGE, String.valueOf(reason.getMessage()), reason);
            }
            throw new CommandFailure(
                    TakenPort.explain(reason, ports).orElseGet(() -> "cannot start: " + reason.getMessage()), reason);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted while starting", interrupted);
        }
    }

    private static void close(Vertx vertx) {
        vertx.close().onFailure(failed -> LOG.atDebug().setCause(failed).log("closing failed"));
    }

    /** Blocks until a signal ends the process; then closes, and exits with 0, or with 1 if closing took too long. */
    static int serve(Vertx vertx, Supplier<Future<Void>> close) {
        // The JVM answers SIGTERM and SIGINT by running hooks, and then exits with 143 or 130: hence the halt.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx, close), "nearcache-stop"));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK.number();
    }

    private static void stop(Vertx vertx, Supplier<Future<Void>> close) {
        ExitCode code = ExitCode.FAILURE;
        try {
            LOG.info("stopping");
            Future<Void> closed = close.get().eventually(vertx::close);
            closed.toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
            LOG.info("stopped");
            code = ExitCode.OK;
        } catch (TimeoutException slow) {
            LOG.atWarn().addKeyValue("seconds", CLOSE_SECONDS).log("not closed in time");
        } catch (ExecutionException failed) {
            LOG.atWarn().setCause(failed.getCause()).log("closing failed");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(code.number());
        }
    }
}
