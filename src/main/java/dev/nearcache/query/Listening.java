package dev.nearcache.query;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A place among those who listen to one type's store, for one selection. Confined to its event loop.
 *
 * <p>It is not woken by what does not concern it, so its sessions fall behind the log's end without missing anything;
 * {@link #quietTo} lets them pass over that, however far the log has gone on meanwhile.
 */
public interface Listening extends ChangeSignals.Place {
    /** Of one who reads the log without being told when: nothing is passed over, and nothing shared. */
    Listening NONE = new Listening() {
        @Override
        public void stop() {}

        @Override
        public long quietTo(long position) {
            return position;
        }

        @Override
        public Optional<Reading> shared(long position, Selection selection, Supplier<Optional<Reading>> reading) {
            return reading.get();
        }
    };

    /**
     * A position of the log, this one or a later one, before which nothing happened from this one on that concerns the
     * selection.
     */
    long quietTo(long position);

    /**
     * What a reader with this selection finds from a position on: made for one, and given to all who stand there, too.
     * Whoever has read it has read all that he was woken for.
     */
    Optional<Reading> shared(long position, Selection selection, Supplier<Optional<Reading>> reading);
}
