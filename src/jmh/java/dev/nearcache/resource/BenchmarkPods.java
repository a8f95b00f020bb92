package dev.nearcache.resource;

import dev.nearcache.resource.Compression.UnavailableException;
import dev.nearcache.testing.RealisticPods;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Realistic pods, packed by a dictionary that was trained on them, for the benchmarks of all rooms. */
public final class BenchmarkPods {
    private static final int TRAINING = 600;

    private final Random random = new Random(1);
    private final ObjectCodec codec;
    private final ObjectDecoder decoder;

    public BenchmarkPods() {
        this.codec = trained();
        this.decoder = new ObjectDecoder(ObjectLayout.whole(), codec, HeldObjects.NONE, new byte[0]);
    }

    /** The codec of a type whose first list is there; it is never closed, as the process ends with the benchmark. */
    private ObjectCodec trained() {
        try {
            ObjectCodec made = Compression.open().codec(new AtOnce(), () -> {});
            for (int i = 0; i < TRAINING; i++) {
                byte[] text = text(i);
                made.encode(text, 0, text.length);
            }
            if (made.generation() == 0) {
                throw new IllegalStateException("no dictionary was trained: what is measured is not what runs");
            }
            return made;
        } catch (UnavailableException unavailable) {
            throw new IllegalStateException(unavailable);
        }
    }

    public ObjectCodec codec() {
        return codec;
    }

    /** The JSON of a pod, some six kilobytes. */
    public byte[] text(int number) {
        return RealisticPods.json(random, "team-" + number % 20, "web-" + number, 1_000 + number)
                .getBytes(StandardCharsets.UTF_8);
    }

    public KubeObject object(int number) {
        return decoder.decode(text(number));
    }

    public List<KubeObject> objects(int count) {
        List<KubeObject> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(object(i));
        }
        return all;
    }

    /** Trains on the thread that asks. */
    private static final class AtOnce implements Background {
        @Override
        public <T> void run(Callable<T> work, Consumer<T> done) {
            T outcome;
            try {
                outcome = work.call();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            done.accept(outcome);
        }
    }
}
