package dev.nearcache.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Binds the tree of settings to records: the one place that knows every key and its default. Used once. */
final class Binding {
    /** Of what is asked of the API server again and again. */
    private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

    private final Map<String, String> environment;
    private final Problems problems;

    Binding(Map<String, String> environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    SidecarConfig bind(ConfigNode.Mapping tree) {
        Section root = new Section(tree, "", problems);
        root.value("apiVersion", "nearcache/v1", Scalars.oneOf("nearcache/v1"));
        Section upstream = root.section("upstream");
        UpstreamConfig upstreamConfig = upstream(upstream);
        List<String> namespaces = upstream.set("namespaces", List.of(), Scalars::namespace);
        upstream.rejectUnknown();
        SecretValues secrets = secretValues(root.section("secrets"));
        ResourceBinding resources = new ResourceBinding(namespaces, secrets);
        List<Section> entries = root.sections("resources");
        if (entries.isEmpty()) {
            root.problem("resources", "name at least one type, such as --resource pods");
        }
        List<ResourceConfig> resourceConfigs = resources.bind(entries);
        HistoryConfig history = history(root.section("history"));
        ApiConfig api = api(root.section("api"));
        ManagementConfig management = management(root.section("management"));
        if (api.port() == management.port()
                && api.port() != 0
                && api.unixSocket().isEmpty()) {
            root.section("management").problem("port", "is " + api.port() + ", which is api.port too");
        }
        Section readiness = root.section("readiness");
        Duration maxStaleness = readiness.value("maxStaleness", Duration.ZERO, Spans::zeroOrMore);
        readiness.rejectUnknown();
        notBuilt(root);
        root.rejectUnknown();
        problems.throwIfAny();
        return new SidecarConfig(upstreamConfig, resourceConfigs, secrets, history, api, management, maxStaleness);
    }

    private UpstreamConfig upstream(Section upstream) {
        return new UpstreamConfig(
                new ClusterBinding(upstream, environment).bind(),
                upstream.value("pageSize", 500, Scalars.number(1, 100_000)),
                upstream.value("connectTimeout", Duration.ofSeconds(5), Spans::positive),
                upstream.value("headerTimeout", Duration.ofSeconds(30), Spans::positive),
                upstream.value("watchTimeout", Duration.ofMinutes(5), Spans::positive),
                upstream.value("deadPeer", Duration.ofSeconds(15), Spans.atLeast(Duration.ofSeconds(2))),
                upstream.value("safetyRelist", Duration.ofMinutes(30), Spans.zeroOrAtLeast(LEAST_INTERVAL)),
                upstream.value("selfCheck", Duration.ofMinutes(10), Spans.zeroOrAtLeast(LEAST_INTERVAL)),
                upstream.value("rediscover", Duration.ofMinutes(5), Spans.atLeast(LEAST_INTERVAL)),
                watchList(upstream.value("watchList", "auto", Scalars.oneOf("auto", "always", "never"))),
                backoff(upstream.section("backoff")),
                upstream.value("passthrough", false, Scalars::flag)
                        ? UpstreamConfig.Passthrough.ON
                        : UpstreamConfig.Passthrough.OFF,
                UpstreamConfig.Consistency.valueOf(
                        upstream.value("consistency", "cache", Scalars.oneOf("cache", "upstream"))
                                .toUpperCase(Locale.ROOT)));
    }

    private static UpstreamConfig.WatchList watchList(String text) {
        return UpstreamConfig.WatchList.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static UpstreamConfig.Backoff backoff(Section backoff) {
        UpstreamConfig.Backoff fallback = UpstreamConfig.Backoff.DEFAULT;
        Duration initial = backoff.value("initial", fallback.initial(), Spans::positive);
        Duration max = backoff.value("max", fallback.max(), Spans::positive);
        backoff.rejectUnknown();
        return backoff.make(() -> new UpstreamConfig.Backoff(initial, max)).orElse(fallback);
    }

    private static HistoryConfig history(Section history) {
        HistoryConfig config = new HistoryConfig(
                history.value("events", 20_000, Scalars.number(1, 10_000_000)),
                history.value("bytes", 64L << 20, Scalars::size),
                history.value("age", Duration.ofHours(1), Spans::positive));
        history.rejectUnknown();
        return config;
    }

    private static ApiConfig api(Section api) {
        ApiConfig config = new ApiConfig(
                api.value("address", "127.0.0.1", Scalars::address),
                api.value("port", 7080, Scalars::port),
                api.optional("unixSocket", ClusterBinding::path),
                api.optional("tokenFile", ClusterBinding::path),
                api.list("allowedHosts", List.of("localhost", "127.0.0.1", "[::1]"), Scalars::notEmpty),
                api.value("heartbeat", Duration.ofSeconds(15), Spans::positive),
                api.value("idleTimeout", Duration.ofMinutes(1), Spans::positive),
                api.value("stallLimit", Duration.ofSeconds(30), Spans::positive),
                api.value("maxStreams", 5000, Scalars.number(1, 1_000_000)));
        api.rejectUnknown();
        return config;
    }

    private static ManagementConfig management(Section management) {
        ManagementConfig config = new ManagementConfig(
                management.value("address", "0.0.0.0", Scalars::address),
                management.value("port", 7081, Scalars::port));
        management.rejectUnknown();
        return config;
    }

    private static SecretValues secretValues(Section secrets) {
        SecretValues values =
                secrets.value("values", "hash", Scalars.oneOf("hash", "plain")).equals("hash")
                        ? SecretValues.HASH
                        : SecretValues.PLAIN;
        if (!secrets.list("allow", List.of(), Scalars::notEmpty).isEmpty()) {
            secrets.problem("allow", "is not supported yet: leave it out, or set secrets.values to plain");
        }
        secrets.rejectUnknown();
        return values;
    }

    private static void notBuilt(Section root) {
        Section snapshot = root.section("snapshot");
        snapshot.inert("path", "", Scalars::notEmpty);
        snapshot.inert("interval", Duration.ofMinutes(1), Spans::positive);
        snapshot.rejectUnknown();
    }
}
