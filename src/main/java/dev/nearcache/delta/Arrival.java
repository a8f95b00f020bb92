package dev.nearcache.delta;

import dev.nearcache.resource.ObjectKey;
import java.util.Map;

/** A place in the order in which a {@link DeltaFifo} was told. */
sealed interface Arrival permits QueuedDelta, Mark {
    /** Whether it is still to be handed over: false for a delta that was popped. It is the oldest in the order. */
    boolean isWaiting(Map<ObjectKey, DeltaRun> items);

    /** Takes it out and hands it over; false if it was popped before. It is the oldest in the order. */
    boolean handOver(Map<ObjectKey, DeltaRun> items, DeltaConsumer consumer);
}
