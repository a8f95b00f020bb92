package dev.nearcache.http.kube;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a Kubernetes path names (kubernetes-api.md 0.2).
 *
 * @param group empty for the core group
 * @param verb whether the path itself is a watch
 * @param namespace empty if the path names none
 * @param plural the resource
 * @param name of one object; empty for a collection
 */
record KubePath(String group, String version, Verb verb, String namespace, String plural, String name) {
    /** What the path says is to be done. */
    enum Verb {
        READ,
        /** The legacy form, {@code /api/v1/watch/pods} (kubernetes-api.md 3.9). */
        WATCH
    }

    /**
     * Reads a path below {@code /api} or {@code /apis}. Empty if it names neither a collection nor an object, as paths
     * of subresources and of discovery.
     *
     * @throws StatusException if an escape in it is broken
     */
    static Optional<KubePath> parse(@Nullable String path) {
        if (path == null || !path.startsWith("/api")) {
            return Optional.empty();
        }
        List<String> parts = segments(path);
        boolean core = parts.get(0).equals("api");
        int used = core ? 2 : 3;
        if (parts.size() <= used) {
            return Optional.empty();
        }
        String group = core ? "" : parts.get(1);
        String version = parts.get(used - 1);
        List<String> rest = parts.subList(used, parts.size());
        Verb verb = rest.get(0).equals("watch") ? Verb.WATCH : Verb.READ;
        return below(group, version, verb, verb == Verb.WATCH ? rest.subList(1, rest.size()) : rest);
    }

    /** The parts of a path between its slashes, decoded; a slash at the end is as good as none. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String part : path.substring(1).split("/", -1)) {
            segments.add(decode(part));
        }
        if (segments.size() > 1 && segments.get(segments.size() - 1).isEmpty()) {
            segments.remove(segments.size() - 1);
        }
        return segments;
    }

    /** Whether it names a collection. */
    boolean isCollection() {
        return name.isEmpty();
    }

    private static Optional<KubePath> below(String group, String version, Verb verb, List<String> rest) {
        boolean namespaces = !rest.isEmpty() && rest.get(0).equals("namespaces");
        if (namespaces && rest.size() > 2) {
            String plural = rest.get(2);
            boolean subresource = plural.equals("status") || plural.equals("finalize");
            return subresource || rest.size() > 4
                    ? Optional.empty()
                    : Optional.of(new KubePath(group, version, verb, rest.get(1), plural, at(rest, 3)));
        }
        return rest.isEmpty() || rest.size() > 2
                ? Optional.empty()
                : Optional.of(new KubePath(group, version, verb, "", rest.get(0), at(rest, 1)));
    }

    private static String at(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    private static String decode(String part) {
        try {
            // A plus is a plus in a path.
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw Status.badRequest("invalid escape in path: " + part).exception();
        }
    }
}
