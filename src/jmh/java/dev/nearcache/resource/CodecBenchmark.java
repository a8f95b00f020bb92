package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A pod of six kilobytes into its stored form, back, and compared with it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
    private static final int PODS = 512;

    private final ObjectCodec codec;
    private final List<byte[]> texts = new ArrayList<>();
    private final List<StoredBody> bodies = new ArrayList<>();
    private int next;

    public CodecBenchmark() {
        BenchmarkPods pods = new BenchmarkPods();
        codec = pods.codec();
        for (int i = 0; i < PODS; i++) {
            byte[] text = pods.text(i);
            texts.add(text);
            bodies.add(codec.encode(text, 0, text.length));
        }
    }

    @Benchmark
    public StoredBody encode() {
        byte[] text = texts.get(turn());
        return codec.encode(text, 0, text.length);
    }

    @Benchmark
    public byte[] decode() {
        return bodies.get(turn()).json();
    }

    /** What a relist asks of an object that has not changed. */
    @Benchmark
    public boolean compare() {
        int turn = turn();
        byte[] text = texts.get(turn);
        return bodies.get(turn).isText(text, text.length);
    }

    private int turn() {
        next = (next + 1) % PODS;
        return next;
    }
}
