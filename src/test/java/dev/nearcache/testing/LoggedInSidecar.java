package dev.nearcache.testing;

import dev.nearcache.Sidecar;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.testing.RunningSidecar.Answer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A sidecar in this process whose way to the API server the test writes out: files, kubeconfig, proxy. */
public final class LoggedInSidecar implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern STATE = Pattern.compile("\"state\":\"([A-Za-z]+)\"");
    private static final Pattern RELISTS = Pattern.compile("\"relists\":(\\d+)");

    private final Vertx vertx;
    private final Sidecar sidecar;

    private LoggedInSidecar(Vertx vertx, Sidecar sidecar) {
        this.vertx = vertx;
        this.sidecar = sidecar;
    }

    /**
     * Starts one on free ports; its lists are plain and it comes back soon after failures.
     *
     * @param upstream members of {@code upstream}, as in a YAML flow mapping without its braces
     */
    public static LoggedInSidecar start(String upstream, List<String> resources) {
        return start(upstream, "initial: 200ms, max: 2s", resources);
    }

    /** The same, but one that comes back late after failures. */
    public static LoggedInSidecar startPatient(String upstream, List<String> resources) {
        return start(upstream, "initial: 60s, max: 60s", resources);
    }

    private static LoggedInSidecar start(String upstream, String backoff, List<String> resources) {
        String text = """
                apiVersion: nearcache/v1
                upstream: {watchList: never, backoff: {%s}, %s}
                api: {port: 0}
                management: {address: 127.0.0.1, port: 0}
                resources: [%s]
                """.formatted(
                backoff,
                upstream,
                resources.stream().map(name -> "{resource: " + name + "}").collect(Collectors.joining(", ")));
        Vertx vertx = Vertx.vertx();
        SidecarConfig config = SidecarConfig.load(new ConfigFile("test.yaml", text), Map.of(), Map.of());
        return new LoggedInSidecar(vertx, RunningSidecar.await(Sidecar.start(vertx, config)));
    }

    public void awaitStates(String state) {
        Await.until(() -> states().stream().allMatch(state::equals));
    }

    /** The state of each type. */
    public List<String> states() {
        return found(STATE);
    }

    /** How often all types together were listed again. */
    public long relists() {
        return found(RELISTS).stream().mapToLong(Long::parseLong).sum();
    }

    private List<String> found(Pattern pattern) {
        return pattern.matcher(get("/v1/resources").body())
                .results()
                .map(MatchResult::group)
                .map(text -> text.replaceAll(".*\":\"?|\"", ""))
                .toList();
    }

    /** A page of the API. */
    public Answer get(String path) {
        return get(sidecar.apiPort(), path);
    }

    /** A page beside the API: probes and metrics. */
    public Answer probe(String path) {
        return get(sidecar.managementPort(), path);
    }

    private static Answer get(int port, String path) {
        try (RawStream stream = RawStream.get(port, path, Map.of(), LIMIT)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public void close() {
        RunningSidecar.await(sidecar.close());
        RunningSidecar.await(vertx.close());
    }
}
