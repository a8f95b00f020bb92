package dev.nearcache.reflector;

import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.WatchStream;
import java.util.function.Consumer;

/** Asks for watches on behalf of a state: an answer that comes when that has been left is dropped. Confined to one thread. */
final class Requests {
    private final ListerWatcher source;
    private final Asker asker;

    /** Whose requests they are: one that is in one state at a time. */
    interface Asker {
        /** Whether it is still in this state; if not, what comes for it is no longer of interest. */
        boolean isIn(ReflectorState state);

        void enter(ReflectorState state);
    }

    Requests(ListerWatcher source, Asker asker) {
        this.source = source;
        this.asker = asker;
    }

    void watch(
            ReflectorState opening,
            WatchOptions options,
            Consumer<WatchStream> onOpened,
            Consumer<UpstreamException> onFailure) {
        asker.enter(opening);
        source.watch(options)
                .onSuccess(stream -> {
                    if (asker.isIn(opening)) {
                        onOpened.accept(stream);
                    } else {
                        stream.stop();
                    }
                })
                .onFailure(cause -> {
                    if (asker.isIn(opening)) {
                        onFailure.accept(UpstreamException.from(cause));
                    }
                });
    }
}
