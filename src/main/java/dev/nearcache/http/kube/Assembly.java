package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;

/**
 * A piece as it is put together: bytes of its own, or a run that is written for others, too, as long as nothing is added to
 * it. Confined to one thread.
 */
public final class Assembly {
    private static final int FULL = 32 << 10;

    private Buffer bytes = Buffer.buffer();
    private Owner owner = Owner.WE;

    private enum Owner {
        WE,
        ALL
    }

    /** Whether there is room for more. */
    public boolean hasRoom() {
        return bytes.length() < FULL;
    }

    /** What was put together; not to be changed. */
    public Buffer bytes() {
        return bytes;
    }

    /** Where bytes are to be added. What is shared is copied first. */
    public Buffer own() {
        if (owner == Owner.ALL) {
            bytes = bytes.copy();
            owner = Owner.WE;
        }
        return bytes;
    }

    /** Adds a run. */
    public void add(Frames.Run run) {
        if (bytes.length() == 0) {
            bytes = run.bytes();
            owner = Owner.ALL;
        } else {
            own().appendBuffer(run.bytes());
        }
    }
}
