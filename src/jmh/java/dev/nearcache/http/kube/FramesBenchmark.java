package dev.nearcache.http.kube;

import dev.nearcache.query.Change;
import dev.nearcache.query.Change.Finality;
import dev.nearcache.query.Change.Kind;
import dev.nearcache.resource.BenchmarkPods;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceType.Access;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A change as a line of a watch: made, and found made for the second watcher and all later ones. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FramesBenchmark {
    private static final ResourceType TYPE =
            new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po"), Access.WATCHED);

    private final Frames frames = new Frames(System::nanoTime);
    private final TypeText text = new TypeText(TYPE);
    private final List<Change> changes = new BenchmarkPods()
            .objects(256).stream()
                    .map(pod -> new Change(
                            Kind.MODIFIED, pod, pod.resourceVersion(), pod.resourceVersion(), Finality.KNOWN))
                    .toList();
    private int next;

    @Benchmark
    public byte[] make() {
        return Frames.makeLine(text, change());
    }

    @Benchmark
    public byte[] shared() {
        return frames.line(TYPE, text, change());
    }

    private Change change() {
        next = (next + 1) % changes.size();
        return changes.get(next);
    }
}
