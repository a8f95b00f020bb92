package dev.nearcache.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.RunningSidecar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a sidecar in this process holds at a moment, by class: its objects, and what they hold of Vert.x, the timers and
 * connections; beside them the threads and the series of its metrics.
 */
record Held(Map<String, Long> instances, int threads, long series) {
    /** A line of the JVM's class histogram: number, instances, bytes, class. */
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");

    private static final List<String> OURS = List.of("dev.nearcache.", "io.vertx.core.", "io.netty.channel.socket.");

    /** The other side; and frames with what they were made from, which are kept up to a bound of bytes of their own. */
    private static final List<String> BESIDE = List.of(
            "dev.nearcache.simulator.",
            "dev.nearcache.testing.",
            "dev.nearcache.http.kube.Frames$Key",
            "dev.nearcache.query.Change",
            "dev.nearcache.resource.");

    /** After a full collection. */
    static Held now(RunningSidecar running) {
        return new Held(counted(), Thread.activeCount(), series(running));
    }

    private static Map<String, Long> counted() {
        LiveHeap.now();
        return histogram()
                .lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .filter(line -> isOurs(line.group(2)))
                .collect(Collectors.toMap(line -> line.group(2), line -> Long.valueOf(line.group(1)), Long::sum));
    }

    private static boolean isOurs(String type) {
        Predicate<String> begins = type::startsWith;
        return OURS.stream().anyMatch(begins) && BESIDE.stream().noneMatch(begins);
    }

    private static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException unavailable) {
            throw new AssertionError(unavailable);
        }
    }

    private static long series(RunningSidecar running) {
        try {
            return running.probe("/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("nearcache_"))
                    .count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Fails where there is more later by at least as many of one class, or series, as there were repetitions in between: a
     * failure of a kind that was not met before, which a busy machine makes, has a series of its own from then on.
     */
    void assertNotExceeded(Held later, int repetitions) {
        Map<String, String> more = new TreeMap<>();
        later.instances.forEach((type, count) -> {
            long before = instances.getOrDefault(type, 0L);
            if (count >= before + repetitions) {
                more.put(type, before + " then " + count);
            }
        });
        assertEquals(Map.of(), more);
        assertTrue(later.series < series + repetitions, () -> series + " series, then " + later.series);
        assertEquals(threads, later.threads, 4);
    }
}
