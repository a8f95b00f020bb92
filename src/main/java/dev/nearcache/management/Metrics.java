package dev.nearcache.management;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.IntSupplier;

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

    /** Counts the open watches and event streams of the API port. */
    public static void bindStreams(MeterRegistry registry, IntSupplier open) {
        Gauge.builder("nearcache.streams.open", open, IntSupplier::getAsInt)
                .description("Open watches and event streams.")
                .strongReference(true)
                .register(registry);
    }
}
