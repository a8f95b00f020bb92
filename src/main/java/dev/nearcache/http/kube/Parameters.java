package dev.nearcache.http.kube;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query as Go's {@code net/url} reads them, and so kube-apiserver: names in their case, of repeated
 * ones the first, and a part that has a semicolon or a broken escape is passed over as if it were not there.
 */
public final class Parameters {
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();

    private Parameters() {}

    /** Those of a request. */
    public static Parameters of(HttpServerRequest request) {
        String target = request.uri();
        int start = target.indexOf('?');
        return parse(start < 0 ? "" : target.substring(start + 1));
    }

    /** Those of a query, the part of a target after its question mark. */
    public static Parameters parse(String query) {
        Parameters parameters = new Parameters();
        for (String part : query.split("&", -1)) {
            if (!part.isEmpty()) {
                parameters.add(part);
            }
        }
        return parameters;
    }

    /** The first value of a name; null if it was not given. */
    public @Nullable String get(String name) {
        List<String> all = values.get(name);
        return all == null ? null : all.get(0);
    }

    /** All values of a name, in their order. */
    public List<String> getAll(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** The names that were given. */
    public Set<String> names() {
        return Set.copyOf(values.keySet());
    }

    /** The parts that were passed over, as they were written. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }

    /**
     * How long the answer may take, by {@code timeout}; empty if nothing is said, and for none or less, which says nothing
     * on kube-apiserver either. A watch has no such limit.
     *
     * @throws StatusException if it cannot be read
     */
    public Optional<Duration> timeout() {
        String timeout = get("timeout");
        if (timeout == null || timeout.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(GoDuration.parse(timeout)).filter(limit -> limit.compareTo(Duration.ZERO) > 0);
        } catch (IllegalArgumentException malformed) {
            throw Status.badRequest("invalid timeout specified in the request URL - " + malformed.getMessage())
                    .exception();
        }
    }

    /**
     * Judges {@code timeout} where nothing is waited for.
     *
     * @throws StatusException if it cannot be read
     */
    public void checkTimeout() {
        timeout();
    }

    private void add(String part) {
        int equals = part.indexOf('=');
        try {
            String name = decode(equals < 0 ? part : part.substring(0, equals));
            String value = equals < 0 ? "" : decode(part.substring(equals + 1));
            values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
        } catch (IllegalArgumentException broken) {
            unreadable.add(part);
        }
    }

    private static String decode(String text) {
        if (text.indexOf(';') >= 0) {
            throw new IllegalArgumentException("a semicolon separates nothing");
        }
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
