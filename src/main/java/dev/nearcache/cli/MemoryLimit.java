package dev.nearcache.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Whether a sidecar fits into what the machine, or the container's limit, has. Where it does not, the kernel ends the process
 * without a word, so the word must be said before. docs/footprint.md has the measurement.
 */
final class MemoryLimit {
    /** With some hundred objects a sidecar was killed at 64 MB and took 90 MB. */
    static final long LEAST_BYTES = 96L << 20;

    private MemoryLimit() {}

    /** What is wrong with the memory of this process; empty if there is enough to start with. */
    static Optional<String> shortage() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? shortage(system.getTotalMemorySize())
                : Optional.empty();
    }

    /** @param bytes of the container's limit, or of the machine; zero or less if they are not known */
    static Optional<String> shortage(long bytes) {
        return bytes <= 0 || bytes >= LEAST_BYTES
                ? Optional.empty()
                : Optional.of(
                        "the memory limit is " + mebibytes(bytes) + " MiB: a sidecar needs " + mebibytes(LEAST_BYTES)
                                + " MiB and what its objects take, and the kernel ends one that has less");
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }
}
