package dev.nearcache.http.kube;

import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a body is written: indented for people, else compact; compressed if it is large and the client can take it. */
public final class Representation {
    /** Below it compressing costs more than it saves; kube-apiserver's own figure. */
    private static final long WORTH_COMPRESSING = 128 << 10;

    private static final List<String> PEOPLE = List.of("curl", "Wget", "Mozilla/5.0");

    private enum Layout {
        COMPACT,
        PRETTY
    }

    private enum Coding {
        IDENTITY,
        GZIP
    }

    private final Layout layout;
    private final Coding coding;

    private Representation(Layout layout, Coding coding) {
        this.layout = layout;
        this.coding = coding;
    }

    /** What a request asks for, for a body of about so many bytes (kubernetes-api.md 2.4, 2.5). */
    public static Representation of(HttpServerRequest request, long size) {
        Layout layout = isPretty(request) ? Layout.PRETTY : Layout.COMPACT;
        boolean worth = size > WORTH_COMPRESSING && acceptsGzip(request.getHeader("Accept-Encoding"));
        return new Representation(layout, worth ? Coding.GZIP : Coding.IDENTITY);
    }

    /** Compact and uncompressed, whatever the client would take. */
    static Representation plain() {
        return new Representation(Layout.COMPACT, Coding.IDENTITY);
    }

    /** A letter for each choice, so that entity tags differ where bodies do. */
    String tag() {
        return (layout == Layout.PRETTY ? "p" : "c") + (coding == Coding.GZIP ? "g" : "");
    }

    boolean isCompressed() {
        return coding == Coding.GZIP;
    }

    BodyFilter filter() {
        BodyFilter text = switch (layout) {
            case COMPACT -> new BodyFilter.Compact();
            case PRETTY -> new PrettyFilter();
        };
        return switch (coding) {
            case IDENTITY -> text;
            case GZIP -> new GzipFilter(text);
        };
    }

    private static boolean isPretty(HttpServerRequest request) {
        String asked = request.params().get("pretty");
        if (asked != null) {
            return ListOptions.flag(asked);
        }
        String agent = request.getHeader("User-Agent");
        return MediaTypes.wantPretty(request.getHeader("Accept"))
                || (agent != null && PEOPLE.stream().anyMatch(agent::startsWith));
    }

    private static boolean acceptsGzip(@Nullable String codings) {
        return codings != null
                && Arrays.stream(codings.split(",", -1)).map(String::trim).anyMatch("gzip"::equals);
    }
}
