package dev.nearcache.http.kube;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path of discovery.
 *
 * @param group empty for the core group, and for all others together
 * @param version empty if it names none
 */
record DiscoveryPath(Place place, String group, String version) {
    /** What is at it. */
    enum Place {
        /** {@code /api}. */
        CORE,
        /** {@code /apis}. */
        GROUPS,
        /** {@code /apis/}, which kube-apiserver tells in the older form alone. */
        OLDER_GROUPS,
        /** {@code /apis/GROUP}. */
        GROUP,
        /** {@code /api/VERSION} and {@code /apis/GROUP/VERSION}. */
        TYPES
    }

    /** Reads a path; empty if it is none of discovery. */
    static Optional<DiscoveryPath> parse(String path) {
        List<String> parts = KubePath.segments(path);
        if (!OriginPath.arePlain(parts)) {
            return Optional.empty();
        }
        boolean core = parts.get(0).equals("api");
        return switch (parts.size()) {
            case 1 -> Optional.of(new DiscoveryPath(core ? Place.CORE : groups(path), "", ""));
            case 2 ->
                Optional.of(
                        core
                                ? new DiscoveryPath(Place.TYPES, "", parts.get(1))
                                : new DiscoveryPath(Place.GROUP, parts.get(1), ""));
            case 3 -> core ? Optional.empty() : Optional.of(new DiscoveryPath(Place.TYPES, parts.get(1), parts.get(2)));
            default -> Optional.empty();
        };
    }

    private static Place groups(String path) {
        return path.endsWith("/") ? Place.OLDER_GROUPS : Place.GROUPS;
    }

    /** Whether one group is named, beside the core group, which is always there. */
    boolean namesGroup() {
        return !group.isEmpty();
    }

    /** Two documents answer to any method, as on kube-apiserver. */
    boolean takesAnyMethod() {
        return switch (place) {
            case GROUPS, OLDER_GROUPS, GROUP -> true;
            case CORE, TYPES -> false;
        };
    }

    /** Whether a document here is about a version. */
    boolean covers(String otherGroup, String otherVersion) {
        return switch (place) {
            case CORE -> otherGroup.isEmpty();
            case GROUPS, OLDER_GROUPS -> !otherGroup.isEmpty();
            case GROUP -> otherGroup.equals(group);
            case TYPES -> otherGroup.equals(group) && otherVersion.equals(version);
        };
    }

    /** The path, as it is asked for. */
    String text() {
        String root = place == Place.CORE || (place == Place.TYPES && group.isEmpty()) ? "/api" : "/apis";
        return root
                + List.of(group, version).stream()
                        .filter(part -> !part.isEmpty())
                        .map(part -> "/" + OriginPath.encoded(part))
                        .collect(Collectors.joining());
    }
}
