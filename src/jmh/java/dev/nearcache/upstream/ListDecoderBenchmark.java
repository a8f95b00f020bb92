package dev.nearcache.upstream;

import dev.nearcache.resource.BenchmarkPods;
import dev.nearcache.resource.HeldObjects;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceType.Access;
import dev.nearcache.resource.ResourceVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A list as it comes from the network, from bytes to stored objects; the time is that of one object. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ListDecoderBenchmark {
    private static final int PODS = 500;
    private static final int CHUNK = 16 * 1024;
    private static final ResourceType TYPE =
            new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po"), Access.WATCHED);

    private final List<byte[]> chunks;
    private final ObjectDecoder fresh;
    private final ObjectDecoder knowing;

    public ListDecoderBenchmark() {
        BenchmarkPods pods = new BenchmarkPods();
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            texts.add(pods.text(i));
        }
        chunks = chunksOf(texts);
        fresh = new ObjectDecoder(ObjectLayout.whole(), pods.codec(), HeldObjects.NONE, new byte[0]);
        Map<ObjectKey, KubeObject> held = new HashMap<>();
        texts.forEach(text -> {
            KubeObject object = fresh.decode(text);
            held.put(object.key(), object);
        });
        knowing = new ObjectDecoder(ObjectLayout.whole(), pods.codec(), held::get, new byte[0]);
    }

    private static List<byte[]> chunksOf(List<byte[]> texts) {
        StringBuilder body = new StringBuilder(
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[");
        String comma = "";
        for (byte[] text : texts) {
            body.append(comma).append(new String(text, StandardCharsets.UTF_8));
            comma = ",";
        }
        byte[] whole = body.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        List<byte[]> parts = new ArrayList<>();
        for (int at = 0; at < whole.length; at += CHUNK) {
            parts.add(Arrays.copyOfRange(whole, at, Math.min(whole.length, at + CHUNK)));
        }
        return parts;
    }

    /** The first list. */
    @Benchmark
    @OperationsPerInvocation(PODS)
    public ListPage first() {
        return read(fresh);
    }

    /** A relist in which nothing has changed. */
    @Benchmark
    @OperationsPerInvocation(PODS)
    public ListPage unchanged() {
        return read(knowing);
    }

    private ListPage read(ObjectDecoder objects) {
        ListDecoder decoder = new ListDecoder(TYPE, objects, ResourceVersion.NONE, Allowance.UNLIMITED, unreadable -> {
            throw new IllegalStateException(unreadable);
        });
        chunks.forEach(decoder::feed);
        return decoder.end();
    }
}
