package dev.nearcache.management;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** The registry that everything is counted in. */
public final class Metrics {
    private Metrics() {}

    /** A registry that already has what the JVM says about itself. */
    public static PrometheusMeterRegistry registry(String version) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        Gauge.builder("nearcache.build.info", () -> 1)
                .description("Always 1; its labels say what runs.")
                .tags(Tags.of("version", version, "java", System.getProperty("java.version")))
                .register(registry);
        return registry;
    }

    /**
     * Counts the open watches and event streams of the API port, and what they were sent.
     *
     * @param streams who knows; held weakly, as Micrometer does, so somebody else must hold it
     */
    public static <T> void bindStreams(
            MeterRegistry registry, T streams, ToDoubleFunction<T> open, ToDoubleFunction<T> events) {
        Gauge.builder("nearcache.streams.open", streams, open)
                .description("Open watches and event streams.")
                .register(registry);
        FunctionCounter.builder("nearcache.streams.events", streams, events)
                .description("Events written to watches and event streams.")
                .register(registry);
    }

    /** Counts the reads that the API server answers instead of the cache; who knows is held weakly here too. */
    public static <T> void bindPassed(
            MeterRegistry registry, T relays, ToDoubleFunction<T> open, ToDoubleFunction<T> passed) {
        Gauge.builder("nearcache.passed.open", relays, open)
                .description("Reads that are being passed on to the API server.")
                .register(registry);
        FunctionCounter.builder("nearcache.passed.reads", relays, passed)
                .description("Reads that were passed on to the API server.")
                .register(registry);
    }

    /** Shows the bytes that clients have not taken; who knows is held weakly here too. */
    public static <T> void bindBacklog(MeterRegistry registry, T backlog, ToDoubleFunction<T> bytes) {
        Gauge.builder("nearcache.backlog", backlog, bytes)
                .description("What was written for clients of the API port and is not taken yet.")
                .baseUnit("bytes")
                .register(registry);
    }

    /** Counts the streams that ended in one way, named in lower case; who knows is held weakly here too. */
    public static <T> void bindEndedStreams(MeterRegistry registry, T streams, String how, ToDoubleFunction<T> ended) {
        FunctionCounter.builder("nearcache.streams.ended", streams, ended)
                .description("Watches and event streams that ended, by how.")
                .tag("how", how)
                .register(registry);
    }
}
