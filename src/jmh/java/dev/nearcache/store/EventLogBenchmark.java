package dev.nearcache.store;

import dev.nearcache.resource.BenchmarkPods;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A full history: a change appended, as one is dropped for it, and a hundred read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventLogBenchmark {
    private static final int EVENTS = 20_000;
    private static final int READ = 100;
    private static final Instant NOW = Instant.EPOCH;

    private final List<KubeObject> pods = new BenchmarkPods().objects(512);
    private final EventLog log = new EventLog(new HistoryLimits(EVENTS, 64 << 20, Duration.ofHours(1)));
    private long version = 1;

    public EventLogBenchmark() {
        log.restart(ResourceVersion.of(version));
        for (int i = 0; i < EVENTS; i++) {
            append();
        }
    }

    @Benchmark
    public long append() {
        version++;
        KubeObject pod = pods.get((int) (version % pods.size()));
        log.append(Change.modified(pod, pod), ResourceVersion.of(version), NOW);
        log.publish();
        return log.end();
    }

    @Benchmark
    public Slice read() {
        return log.read(log.end() - READ, READ);
    }
}
