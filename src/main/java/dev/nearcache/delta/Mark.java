package dev.nearcache.delta;

import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.Map;

/** Something said of the whole collection, in its place between the deltas. */
sealed interface Mark extends Arrival {
    @Override
    default boolean isWaiting(Map<ObjectKey, DeltaRun> items) {
        return true;
    }

    /** The end of a list's deltas. */
    record ReplacedAll(ResourceVersion version) implements Mark {
        @Override
        public boolean handOver(Map<ObjectKey, DeltaRun> items, DeltaConsumer consumer) {
            consumer.replacedAll(version);
            return true;
        }
    }

    /** The watch has come this far. */
    record Bookmark(ResourceVersion version) implements Mark {
        @Override
        public boolean handOver(Map<ObjectKey, DeltaRun> items, DeltaConsumer consumer) {
            consumer.bookmark(version);
            return true;
        }
    }
}
