package dev.nearcache;

import dev.nearcache.resource.Background;
import dev.nearcache.resource.Compression;
import dev.nearcache.resource.Compression.UnavailableException;
import dev.nearcache.resource.ObjectCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the codec of each type: one native library, and one training at a time, for all of them. Where the library cannot
 * be loaded, objects are kept as they are, and only memory suffers. Safe on any thread.
 */
final class Codecs {
    private static final Logger LOG = LoggerFactory.getLogger(Codecs.class);

    private final Function<Runnable, ObjectCodec> codecs;
    private final Supplier<Future<Void>> closing;

    private Codecs(Function<Runnable, ObjectCodec> codecs, Supplier<Future<Void>> closing) {
        this.codecs = codecs;
        this.closing = closing;
    }

    static Codecs open(Vertx vertx) {
        try {
            return compressing(vertx, Compression.open());
        } catch (UnavailableException unavailable) {
            LOG.atWarn()
                    .addKeyValue("reason", unavailable.getMessage())
                    .log("objects are not compressed: zstd's native library cannot be loaded");
            return new Codecs(learned -> ObjectCodec.none(), Future::succeededFuture);
        }
    }

    private static Codecs compressing(Vertx vertx, Compression compression) {
        WorkerExecutor worker = vertx.createSharedWorkerExecutor("nearcache-training", 1);
        Background background = new Background() {
            @Override
            public <T> void run(Callable<T> work, Consumer<T> done) {
                worker.executeBlocking(work, false)
                        .onSuccess(done::accept)
                        .onFailure(failure -> LOG.atWarn().setCause(failure).log("a dictionary could not be trained"));
            }
        };
        return new Codecs(
                learned -> compression.codec(background, learned),
                () -> worker.close().onComplete(closed -> compression.close()));
    }

    /** A codec of one type; what it is given is called when bodies that it made before could be made smaller. */
    ObjectCodec codec(Runnable learned) {
        return codecs.apply(learned);
    }

    Future<Void> close() {
        return closing.get();
    }
}
