package dev.nearcache.delta;

import dev.nearcache.resource.ResourceVersion;

/** Takes what a {@link DeltaFifo} hands over, in the order in which the queue was told. */
public interface DeltaConsumer {
    /** One thing said of one object. */
    void delta(Delta delta);

    /**
     * The deltas of type {@link DeltaType#REPLACED} and {@link DeltaType#TOMBSTONE} since the mark before were one list
     * at this version, now complete. They come in an unbroken run right before this.
     */
    void replacedAll(ResourceVersion version);

    /** Everything up to this version has been handed over. */
    void bookmark(ResourceVersion version);
}
