package dev.nearcache.config;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ResourceName;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads single values. Each reader throws IllegalArgumentException with a message that says what is allowed; the caller
 * adds the place.
 */
final class Scalars {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})(Ki|Mi|Gi)?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private static final Pattern ADDRESS =
            Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*(%\\w+)?|[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?");

    private Scalars() {}

    static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(text, "true or false");
        };
    }

    /** A whole number from the least to the most. */
    static Function<String, Integer> number(int least, int most) {
        return text -> {
            try {
                int number = Integer.parseInt(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // The message below is the same.
            }
            throw wrong(text, "a whole number from " + least + " to " + most);
        };
    }

    /** A port; 0 asks the system for a free one. */
    static int port(String text) {
        if (text.startsWith("tcp://")) {
            throw new IllegalArgumentException("\"" + text + "\" is not a port. Kubernetes sets this variable for a"
                    + " Service named nearcache: set enableServiceLinks: false in the pod, or rename the Service");
        }
        return number(0, 65_535).apply(text);
    }

    /** Bytes: {@code 64Mi}, {@code 512Ki}, {@code 1Gi}, {@code 65536}. */
    static long size(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw wrong(text, "a size such as 64Mi, 512Ki, 1Gi or a number of bytes");
        }
        int shift =
                size.group(2) == null ? 0 : 10 * (1 + List.of("Ki", "Mi", "Gi").indexOf(size.group(2)));
        return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << shift);
    }

    static String namespace(String text) {
        if (!NAMESPACE.matcher(text).matches()) {
            throw wrong(text, "a namespace's name: lower case letters, digits and '-', 63 at most");
        }
        return text;
    }

    static ResourceName resource(String text) {
        return ResourceName.parse(text);
    }

    static FieldPath fieldPath(String text) {
        return FieldPath.parse(text);
    }

    /** A label selector, as it was written: it is the API server that applies it. */
    static String labelSelector(String text) {
        LabelSelector.parse(text);
        return text;
    }

    /** A field selector, as it was written. Which fields of a type can be selected by, the API server alone knows. */
    static String fieldSelector(String text) {
        FieldSelector.parse(text);
        return text;
    }

    static URI server(String text) {
        try {
            URI uri = new URI(text);
            boolean port = uri.getPort() != 0 && uri.getPort() <= 65_535;
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && port && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException notAUri) {
            // The message below is the same.
        }
        throw wrong(text, "an address such as https://10.0.0.1:6443");
    }

    /** One of some words. */
    static Function<String, String> oneOf(String... words) {
        List<String> allowed = List.of(words);
        return text -> {
            if (allowed.contains(text)) {
                return text;
            }
            throw wrong(text, "one of " + String.join(", ", allowed));
        };
    }

    /** An address to listen on: of IPv4, of IPv6, or a name that stands for one here. */
    static String address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw wrong(text, "an address to listen on, such as 127.0.0.1, 0.0.0.0, ::1 or localhost");
        }
        return text;
    }

    static String notEmpty(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("is empty");
        }
        return text;
    }

    private static IllegalArgumentException wrong(String text, String allowed) {
        return new IllegalArgumentException("\"" + text + "\" is not " + allowed);
    }
}
