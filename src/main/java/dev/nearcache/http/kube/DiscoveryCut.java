package dev.nearcache.http.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.http.kube.ShownDiscovery.Shown;
import dev.nearcache.http.kube.ShownDiscovery.Subject;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Cuts the API server's own documents of discovery down to what can be read here, so that order, short names, categories
 * and hashes are its own: types that are shown, verbs that read, and of subresources only those that can be got through
 * us. Used once for each document.
 */
final class DiscoveryCut {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> VERBS = List.of("get", "list", "watch");

    private final Shown shown;
    private int names;

    private DiscoveryCut(Shown shown) {
        this.shown = shown;
    }

    /**
     * Cuts a document, of any of the five kinds that discovery has.
     *
     * @throws StatusException if it is none of them
     */
    static ShownDiscovery of(byte[] json, Shown shown) {
        DiscoveryCut cut = new DiscoveryCut(shown);
        try {
            JsonNode document = MAPPER.readTree(json);
            Subject subject = cut.cut(document);
            return ShownDiscovery.of(MAPPER.writeValueAsBytes(document), subject, cut.names);
        } catch (IOException notJson) {
            throw Failures.originLost("what it says of discovery is not JSON").exception();
        }
    }

    private Subject cut(JsonNode document) {
        return switch (document.path("kind").asText()) {
            case "APIVersions" -> versions(document, "versions", version -> version("", version.asText()));
            case "APIGroupList" -> versions(document, "groups", this::group);
            case "APIGroup" -> {
                group(document);
                yield Subject.VERSIONS;
            }
            case "APIResourceList" -> types(document, "resources", entry -> resource(document, entry));
            case "APIGroupDiscoveryList" -> types(document, "items", this::discoveredGroup);
            default ->
                throw Failures.originLost("what it says of discovery is of an unknown kind")
                        .exception();
        };
    }

    private static Subject versions(JsonNode document, String field, Predicate<JsonNode> wanted) {
        keep(document, field, wanted);
        return Subject.VERSIONS;
    }

    private static Subject types(JsonNode document, String field, Predicate<JsonNode> wanted) {
        keep(document, field, wanted);
        return Subject.TYPES;
    }

    /** Cuts the versions of a group; the first of them is preferred if the preferred one is not shown. */
    private boolean group(JsonNode group) {
        String name = group.path("name").asText();
        keep(group, "versions", version -> version(name, version.path("version").asText()));
        JsonNode first = group.path("versions").path(0);
        String preferred = group.path("preferredVersion").path("version").asText();
        if (!first.isMissingNode() && !shown.version(name, preferred)) {
            ((ObjectNode) group).set("preferredVersion", first.deepCopy());
        }
        return shown.group(name);
    }

    private boolean version(String group, String version) {
        boolean known = shown.version(group, version);
        names += known ? 1 : 0;
        return known;
    }

    private boolean resource(JsonNode list, JsonNode entry) {
        String groupVersion = list.path("groupVersion").asText();
        int slash = groupVersion.indexOf('/');
        String group = slash < 0 ? "" : groupVersion.substring(0, slash);
        String name = entry.path("name").asText();
        int sub = name.indexOf('/');
        boolean known = shown.type(group, groupVersion.substring(slash + 1), sub < 0 ? name : name.substring(0, sub));
        return known && (sub < 0 ? readable(entry) : subresource(entry, name.substring(sub + 1)));
    }

    private boolean discoveredGroup(JsonNode group) {
        String name = group.path("metadata").path("name").asText();
        keep(group, "versions", version -> discoveredVersion(name, version));
        return shown.group(name);
    }

    private boolean discoveredVersion(String group, JsonNode version) {
        String name = version.path("version").asText();
        keep(
                version,
                "resources",
                entry -> shown.type(group, name, entry.path("resource").asText()) && discovered(entry));
        return shown.version(group, name);
    }

    private boolean discovered(JsonNode entry) {
        keep(
                entry,
                "subresources",
                sub -> subresource(sub, sub.path("subresource").asText()));
        if (entry.path("subresources").isEmpty()) {
            ((ObjectNode) entry).remove("subresources");
        }
        return readable(entry);
    }

    private boolean readable(JsonNode entry) {
        boolean readable = cutVerbs(entry);
        names += readable ? 1 : 0;
        return readable;
    }

    private boolean subresource(JsonNode entry, String name) {
        return shown.all() && !OriginPath.isChannel(name) && cutVerbs(entry);
    }

    private static boolean cutVerbs(JsonNode entry) {
        keep(entry, "verbs", verb -> VERBS.contains(verb.asText()));
        return !entry.path("verbs").isEmpty();
    }

    private static void keep(JsonNode owner, String field, Predicate<JsonNode> wanted) {
        if (owner.path(field) instanceof ArrayNode array) {
            for (Iterator<JsonNode> each = array.iterator(); each.hasNext(); ) {
                if (!wanted.test(each.next())) {
                    each.remove();
                }
            }
        }
    }
}
