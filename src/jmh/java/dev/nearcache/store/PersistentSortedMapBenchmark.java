package dev.nearcache.store;

import dev.nearcache.resource.ObjectKey;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The map of objects: one found, one changed, a hundred in a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PersistentSortedMapBenchmark {
    private static final int RANGE = 100;

    @Param({"1000", "100000"})
    private int objects = 1000;

    private final Random random = new Random(1);
    private PersistentSortedMap<ObjectKey, Object> map = PersistentSortedMap.empty(Comparator.naturalOrder());

    @Setup
    public void fill() {
        for (int i = 0; i < objects; i++) {
            map = map.with(key(i), i);
        }
    }

    private static ObjectKey key(int number) {
        return new ObjectKey("team-" + number % 20, "web-" + number);
    }

    private ObjectKey any() {
        return key(random.nextInt(objects));
    }

    @Benchmark
    public @Nullable Object get() {
        return map.get(any());
    }

    @Benchmark
    public PersistentSortedMap<ObjectKey, Object> put() {
        return map.with(any(), this);
    }

    @Benchmark
    public int range() {
        int seen = 0;
        for (Cursor<ObjectKey, Object> at = map.from(any()); seen < RANGE && at.next(); ) {
            seen++;
        }
        return seen;
    }
}
