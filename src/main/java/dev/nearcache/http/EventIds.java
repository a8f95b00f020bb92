package dev.nearcache.http;

import dev.nearcache.resource.ResourceVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ids of server-sent events: the version alone on a stream of one type; on a stream of several, one for each type
 * whose snapshot is complete, {@code pods=123,deployments.apps=120}.
 */
final class EventIds {
    private EventIds() {}

    /** The id that lets a client resume all of these; empty while it can resume none. */
    static String of(List<EventFeed> feeds) {
        if (feeds.size() == 1) {
            ResourceVersion only = feeds.get(0).id();
            return only.isNone() ? "" : only.toString();
        }
        return feeds.stream()
                .filter(feed -> !feed.id().isNone())
                .map(feed -> feed.resource().name() + "=" + feed.id())
                .collect(Collectors.joining(","));
    }

    /** Where each of these types begins for a client with such an id, which is empty for a new one. */
    static Map<String, ResumePoint> parse(String id, List<String> names) {
        Map<String, String> versions = split(id, names);
        Map<String, ResumePoint> points = new HashMap<>();
        for (String name : names) {
            points.put(name, id.isEmpty() ? new ResumePoint.Fresh() : point(id, name, versions.get(name)));
        }
        return points;
    }

    private static Map<String, String> split(String id, List<String> names) {
        Map<String, String> versions = new HashMap<>();
        for (String part : id.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                versions.put(
                        part.substring(0, equals).trim(),
                        part.substring(equals + 1).trim());
            } else if (names.size() == 1) {
                versions.put(names.get(0), part.trim());
            }
        }
        return versions;
    }

    private static ResumePoint point(String id, String name, @Nullable String version) {
        if (version == null) {
            return new ResumePoint.Unknown("the last event id \"" + clean(id) + "\" names no version of " + name);
        }
        Optional<ResourceVersion> parsed = ResourceVersion.parse(version).filter(known -> !known.isNone());
        return parsed.<ResumePoint>map(ResumePoint.After::new)
                .orElseGet(() -> new ResumePoint.Unknown(
                        "the last event id \"" + clean(id) + "\" holds no resource version of " + name));
    }

    private static String clean(String id) {
        String printable = id.replaceAll("[^ -~]", "?");
        return printable.length() > 200 ? printable.substring(0, 200) + "..." : printable;
    }
}
