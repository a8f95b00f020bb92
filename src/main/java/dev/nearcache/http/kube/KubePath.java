package dev.nearcache.http.kube;

import dev.nearcache.resource.Quoted;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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
    private static final List<String> ROOTS = List.of("api", "apis");

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
        return path == null ? Optional.empty() : parse(path, segments(path));
    }

    /** The same of a path whose parts are known. */
    static Optional<KubePath> parse(String path, List<String> parts) {
        if (!ROOTS.contains(parts.get(0))) {
            return Optional.empty();
        }
        int used = version(parts) + 1;
        if (parts.size() <= used || parts.contains("")) {
            return Optional.empty();
        }
        String group = used == 2 ? "" : parts.get(1);
        List<String> rest = parts.subList(used, parts.size());
        Verb verb = rest.get(0).equals("watch") ? Verb.WATCH : Verb.READ;
        return below(group, parts.get(used - 1), verb, verb == Verb.WATCH ? rest.subList(1, rest.size()) : rest);
    }

    /** The parts of a path between its slashes, decoded first: an escaped slash is one. Those at the end do not count. */
    static List<String> segments(String path) {
        String decoded = decode(path).replaceAll("/+$", "");
        return decoded.isEmpty() ? List.of("") : List.of(decoded.substring(1).split("/", -1));
    }

    /** Whether it is to be a watch, and says of nothing: {@code /api/v1/watch}. */
    static boolean watchesNothing(List<String> parts) {
        int watch = version(parts) + 1;
        return parts.size() == watch + 1 && parts.get(watch).equals("watch");
    }

    /** Which part names the version. */
    private static int version(List<String> parts) {
        return parts.get(0).equals("api") ? 1 : 2;
    }

    /** Whether it names a collection. */
    boolean isCollection() {
        return name.isEmpty();
    }

    /** Whether it asks for a watch, by itself or by its parameters. */
    boolean isWatch(Parameters parameters) {
        return verb == Verb.WATCH || (isCollection() && ListOptions.isWatch(parameters));
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

    /**
     * Refuses what cannot be the name of an object (kubernetes-api.md 1.2), or of its namespace.
     *
     * @throws StatusException with kube-apiserver's own message, of a namespace with ours: there it fails inside
     */
    void checkNames() {
        if (isDots(namespace)) {
            throw Status.badRequest(
                            "Namespace parameter invalid: " + Quoted.of(namespace) + ": may not be '" + namespace + "'")
                    .exception();
        }
        if (isDots(name) || name.contains("%")) {
            throw Status.badRequest("Name parameter invalid: " + Quoted.of(name) + ": "
                            + (isDots(name) ? "may not be '" + name + "'" : "may not contain '%'"))
                    .exception();
        }
    }

    private static boolean isDots(String part) {
        return part.equals(".") || part.equals("..");
    }

    private static String decode(String path) {
        try {
            // A plus is a plus in a path.
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw Status.badRequest("invalid escape in path: " + path).exception();
        }
    }
}
