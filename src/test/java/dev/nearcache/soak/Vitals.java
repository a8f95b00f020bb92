package dev.nearcache.soak;

import dev.nearcache.testing.SidecarProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The sidecar's memory, threads and descriptors, sampled. For the script's thread. */
final class Vitals {
    private static final long MEBI = 1 << 20;

    private final SidecarProgram sidecar;
    private final Asker asker;
    private final List<Sample> samples = new ArrayList<>();

    /**
     * One sample.
     *
     * @param heap live heap after a full collection, in bytes
     * @param direct direct buffers, in bytes
     * @param resident the process's resident memory, in bytes
     */
    record Sample(long heap, long direct, long resident, long threads, long descriptors, long sockets) {}

    /**
     * What one figure did.
     *
     * @param first its highest value in the first half of the run
     * @param second that in the second
     * @param bound what the second may reach
     */
    record Halves(String name, long first, long second, long bound) {
        boolean bounded() {
            return second <= bound;
        }

        @Override
        public String toString() {
            return "%-11s first half %d, second half %d (bound %d)%s"
                    .formatted(name, first, second, bound, bounded() ? "" : " EXCEEDED");
        }
    }

    Vitals(SidecarProgram sidecar, Asker asker) {
        this.sidecar = sidecar;
        this.asker = asker;
    }

    /** Collects the sidecar's garbage, and looks. */
    void sample() {
        try {
            collect();
            String metrics = asker.text(sidecar.client().managementPort(), "/metrics");
            Path proc = Path.of("/proc", Long.toString(sidecar.pid()));
            List<String> status = Files.readAllLines(proc.resolve("status"));
            long sockets;
            long descriptors;
            try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
                List<Path> open = files.toList();
                descriptors = open.size();
                sockets = open.stream().filter(Vitals::isSocket).count();
            }
            samples.add(new Sample(
                    metric(metrics, "jvm_memory_used_bytes{area=\"heap\""),
                    metric(metrics, "jvm_buffer_memory_used_bytes{id=\"direct\""),
                    field(status, "VmRSS:") * 1024,
                    field(status, "Threads:"),
                    descriptors,
                    sockets));
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "the sidecar's figures cannot be read; its log: " + sidecar.output(), failed);
        }
    }

    /** Each figure in both halves. */
    List<Halves> halves() {
        return List.of(
                memory("heap MiB", Sample::heap, 32),
                memory("direct MiB", Sample::direct, 16),
                memory("RSS MiB", Sample::resident, 96),
                counts("threads", Sample::threads),
                counts("descriptors", Sample::descriptors),
                counts("sockets", Sample::sockets));
    }

    private Halves memory(String name, ToLongFunction<Sample> figure, long slack) {
        long first = highest(0, samples.size() / 2, figure) / MEBI;
        long second = highest(samples.size() / 2, samples.size(), figure) / MEBI;
        return new Halves(name, first, second, first + first / 4 + slack);
    }

    /** Clients come and go, so their number and that of their sockets is never the same twice. */
    private Halves counts(String name, ToLongFunction<Sample> figure) {
        long first = highest(0, samples.size() / 2, figure);
        return new Halves(name, first, highest(samples.size() / 2, samples.size(), figure), first + first / 4 + 10);
    }

    private long highest(int from, int to, ToLongFunction<Sample> figure) {
        return samples.subList(from, to).stream().mapToLong(figure).max().orElse(0);
    }

    private void collect() throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(sidecar.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(new File("/dev/null"))
                .start();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("jcmd does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    private static long metric(String metrics, String start) {
        return metrics.lines()
                .filter(line -> line.startsWith(start))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static long field(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }
}
