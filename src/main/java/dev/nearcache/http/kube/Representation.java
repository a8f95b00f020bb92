package dev.nearcache.http.kube;

import dev.nearcache.http.kube.Form.Layout;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a body is written: indented for people, else compact; compressed if it is large and the client can take it. */
public final class Representation {
    /** Below it compressing costs more than it saves; kube-apiserver's own figure. */
    private static final long WORTH_COMPRESSING = 128 << 10;

    private static final List<String> PEOPLE = List.of("curl", "Wget", "Mozilla/5.0");

    /** What Go's {@code ParseBool} takes for true; all else is false here. */
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");

    private enum Coding {
        IDENTITY,
        GZIP
    }

    private final Form form;
    private final Layout layout;
    private final Coding coding;

    private Representation(Form form, Layout layout, Coding coding) {
        this.form = form;
        this.layout = layout;
        this.coding = coding;
    }

    /** What a request asks for, for a body of about so many bytes (kubernetes-api.md 2.4, 2.5). */
    public static Representation of(HttpServerRequest request, Form form, long size) {
        Layout layout = form.layout() == Layout.PRETTY || isPretty(request) ? Layout.PRETTY : Layout.COMPACT;
        boolean worth = size > WORTH_COMPRESSING && acceptsGzip(request.getHeader("Accept-Encoding"));
        return new Representation(form, layout, worth ? Coding.GZIP : Coding.IDENTITY);
    }

    /** Compact and uncompressed, whatever the client would take. */
    static Representation plain() {
        return new Representation(Form.JSON, Layout.COMPACT, Coding.IDENTITY);
    }

    /** A word of the choices made, so that entity tags differ where bodies do. */
    String tag() {
        String shape = form.shape() == Form.Shape.OBJECT ? "" : form.shape().kind() + form.version() + ".";
        String yaml = form.encoding() == Form.Encoding.YAML ? "y" : "";
        return shape + yaml + (layout == Layout.PRETTY ? "p" : "c") + (coding == Coding.GZIP ? "g" : "");
    }

    boolean isCompressed() {
        return coding == Coding.GZIP;
    }

    String mediaType() {
        return form.encoding().mediaType();
    }

    BodyFilter filter() {
        BodyFilter text = switch (form.encoding()) {
            case YAML -> new YamlFilter();
            case JSON ->
                switch (layout) {
                    case COMPACT -> new BodyFilter.Compact();
                    case PRETTY -> new PrettyFilter();
                };
        };
        return switch (coding) {
            case IDENTITY -> text;
            case GZIP -> new GzipFilter(text);
        };
    }

    private static boolean isPretty(HttpServerRequest request) {
        String asked = Parameters.of(request).get("pretty");
        if (asked != null && !asked.isEmpty()) {
            return TRUE.contains(asked);
        }
        String agent = request.getHeader("User-Agent");
        return agent != null && PEOPLE.stream().anyMatch(agent::startsWith);
    }

    /** Whether a client takes compressed bodies: the word stands alone, as kube-apiserver reads it. */
    static boolean acceptsGzip(@Nullable String codings) {
        return codings != null
                && Arrays.stream(codings.split(",", -1)).map(String::trim).anyMatch("gzip"::equals);
    }
}
