package dev.nearcache.resource;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Whether a pod's labels are selected. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LabelSelectorBenchmark {
    private static final int PODS = 512;

    @Param({"app=app-3", "tier in (app-1,app-2),!absent,app"})
    private String selector = "";

    private final List<KubeObject> pods = new BenchmarkPods().objects(PODS);
    private LabelSelector parsed = LabelSelector.EVERYTHING;
    private String parsedFrom = "";
    private int next;

    @Benchmark
    public boolean match() {
        if (!parsedFrom.equals(selector)) {
            parsed = LabelSelector.parse(selector);
            parsedFrom = selector;
        }
        next = (next + 1) % PODS;
        return parsed.matches(pods.get(next).labels());
    }

    /** What a request with a selector costs before the first object. */
    @Benchmark
    public LabelSelector parse() {
        return LabelSelector.parse(selector);
    }
}
