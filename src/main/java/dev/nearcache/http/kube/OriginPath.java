package dev.nearcache.http.kube;

import dev.nearcache.resource.ResourceName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A Kubernetes path as it may be handed on: below a group and version, and written anew from its parts, so that the API
 * server reads in it what we have read and judged.
 *
 * @param segments all parts, decoded
 * @param resource the type that it is about
 * @param subresource what of it, such as {@code log}; empty if it is the objects themselves
 */
record OriginPath(List<String> segments, ResourceName resource, String subresource) {
    /** What opens a channel to somewhere else, rather than reads: whoever may use it may do anything. */
    private static final List<String> CHANNELS = List.of("attach", "exec", "portforward", "proxy");

    OriginPath {
        segments = List.copyOf(segments);
    }

    /**
     * Reads a path. Empty if it is none below a group and version, or could be read in two ways.
     *
     * @throws StatusException if an escape in it is broken
     */
    static Optional<OriginPath> parse(String path) {
        List<String> segments = KubePath.segments(path);
        boolean core = segments.get(0).equals("api");
        if (!core && !segments.get(0).equals("apis")) {
            return Optional.empty();
        }
        int used = core ? 2 : 3;
        if (segments.size() <= used || !arePlain(segments)) {
            return Optional.empty();
        }
        List<String> rest = segments.subList(used, segments.size());
        if (rest.get(0).equals("proxy")) {
            return Optional.empty();
        }
        if (rest.get(0).equals("watch")) {
            rest = rest.subList(1, rest.size());
        }
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(of(segments, core ? "" : segments.get(1), segments.get(used - 1), rest));
    }

    private static OriginPath of(List<String> segments, String group, String version, List<String> rest) {
        boolean inNamespace = rest.get(0).equals("namespaces") && rest.size() > 2 && !isOfNamespace(rest.get(2));
        List<String> named = inNamespace ? rest.subList(2, rest.size()) : rest;
        ResourceName resource = new ResourceName(named.get(0), version, group);
        return new OriginPath(segments, resource, named.size() > 2 ? named.get(2) : "");
    }

    /** The path as it is sent. */
    String text() {
        return text(segments);
    }

    /** The path of these parts. */
    static String text(List<String> segments) {
        return segments.stream().map(OriginPath::encoded).collect(Collectors.joining("/", "/", ""));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Whether each part can only be read as it is: one that is empty, steps up or has a slash is another path to others. */
    static boolean arePlain(List<String> segments) {
        return segments.stream().allMatch(OriginPath::isPlain);
    }

    /** The type by its usual name, without the version: {@code deployments.apps}. */
    String name() {
        return new ResourceName(resource.plural(), "", resource.group()).toString();
    }

    /** What it is about: the type, or a part of its objects as {@code pods/log}. */
    String subject() {
        String part = subresource.isEmpty() ? "" : "/" + subresource;
        return new ResourceName(resource.plural() + part, "", resource.group()).toString();
    }

    /** Whether it is about Secrets, whatever it asks of them. */
    boolean isOfSecrets() {
        return resource.group().isEmpty() && resource.plural().equals("secrets");
    }

    /** Whether it asks for a channel, rather than to read. */
    boolean isChannel() {
        return isChannel(subresource);
    }

    /** Whether a subresource is one. */
    static boolean isChannel(String subresource) {
        return CHANNELS.contains(subresource);
    }

    private static boolean isOfNamespace(String part) {
        return part.equals("status") || part.equals("finalize");
    }

    private static boolean isPlain(String segment) {
        return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..") && segment.indexOf('/') < 0;
    }
}
