package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.store.Cursor;
import dev.nearcache.testing.FedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Pods that change at random, one by one and by lists that lack some; a client is to hold the same in the end. */
final class ChangingPods {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final FedResource pods = FedResource.pods();
    private long version = 100;

    ChangingPods() {
        pods.list(version, pod("a", "p1", 1), pod("a", "p2", 2));
    }

    FedResource resource() {
        return pods;
    }

    /** After how many bytes a client is cut this time. */
    int cut() {
        return random.nextInt(6000);
    }

    void churn() {
        for (int i = 0; i < 20; i++) {
            String name = "p" + random.nextInt(60);
            boolean known = held().containsKey(name);
            KubeObject next = pod("a", name, ++version);
            pods.feed(sink -> {
                if (!known) {
                    sink.add(next);
                } else if (random.nextInt(3) == 0) {
                    sink.delete(next);
                } else {
                    sink.update(next);
                }
            });
        }
        if (random.nextInt(3) == 0) {
            KubeObject[] left = pods.store().state().objects().size() < 10 ? new KubeObject[0] : some();
            version += 5;
            pods.list(version, left);
        }
    }

    /** Half of the objects: the list's differences are then one group of inferred deletes. */
    private KubeObject[] some() {
        List<KubeObject> some = new ArrayList<>();
        for (Cursor<?, KubeObject> all = pods.store().state().objects().first(); all.next(); ) {
            if (random.nextBoolean()) {
                some.add(all.value());
            }
        }
        return some.toArray(KubeObject[]::new);
    }

    /** Adds the last one, named {@code end}. */
    void end() {
        KubeObject last = pod("a", "end", ++version);
        pods.feed(sink -> sink.add(last));
    }

    /** That a client holds what there is: object name to version. */
    void assertHeld(Map<String, String> held) {
        assertEquals(held(), held, () -> "seed " + seed);
    }

    private Map<String, String> held() {
        Map<String, String> held = new TreeMap<>();
        for (Cursor<?, KubeObject> all = pods.store().state().objects().first(); all.next(); ) {
            held.put(all.value().key().name(), all.value().resourceVersion().toString());
        }
        return held;
    }
}
