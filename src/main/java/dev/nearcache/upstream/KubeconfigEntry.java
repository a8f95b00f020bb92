package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One cluster, user or context of a kubeconfig.
 *
 * @param file the kubeconfig
 * @param place where in it, for messages
 * @param node what stands there
 */
record KubeconfigEntry(Path file, String place, JsonNode node) {
    /** The full name of a key, for messages. */
    String at(String key) {
        return setting() + "." + key;
    }

    /** The full name of this entry, for messages. */
    String setting() {
        return "kubeconfig " + file + ": " + place;
    }

    /** An entry of this one. */
    Optional<KubeconfigEntry> inside(String key) {
        JsonNode inner = node.path(key);
        return inner.isObject() ? Optional.of(new KubeconfigEntry(file, place + "." + key, inner)) : Optional.empty();
    }

    /** Refuses a key that stands where it cannot be followed. */
    void refuse(String key, String why) {
        if (node.hasNonNull(key)) {
            throw new ClusterAccessException(at(key) + ": " + why);
        }
    }

    /** Refuses keys that we do not follow: ignoring one would log in as somebody else, or not at all. */
    void allowOnly(Set<String> keys) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!keys.contains(name)) {
                throw new ClusterAccessException(
                        at(name) + ": not supported here; supported are " + new TreeSet<>(keys));
            }
        }
    }

    /** A text that is there and not empty. */
    Optional<String> text(String key) {
        JsonNode value = node.path(key);
        return value.isValueNode() && !value.isNull() && !value.asText().isEmpty()
                ? Optional.of(value.asText())
                : Optional.empty();
    }

    String required(String key) {
        return text(key).orElseThrow(() -> new ClusterAccessException(at(key) + ": missing"));
    }

    boolean flag(String key) {
        return switch (text(key).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new ClusterAccessException(at(key) + ": must be true or false");
        };
    }

    /** A list of texts; empty if there is none. */
    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : node.path(key)) {
            texts.add(item.asText());
        }
        return texts;
    }

    /** Lists of texts by the keys of this entry, in order. */
    Map<String, List<String>> textsByKey() {
        Map<String, List<String>> byKey = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(key -> byKey.put(key, texts(key)));
        return byKey;
    }

    /** A file that a key names, relative to the kubeconfig. */
    Optional<Material> file(String key) {
        return text(key).map(name -> new Material.InFile(beside(name), at(key)));
    }

    /** A path as the kubeconfig means it: relative to its own folder. */
    Path beside(String name) {
        return file.toAbsolutePath().resolveSibling(name).normalize();
    }

    /** What {@code key-data} holds in base64, else the file that {@code key} names. */
    Optional<Material> material(String key) {
        String dataKey = key + "-data";
        return text(dataKey).<Material>map(data -> given(dataKey, data)).or(() -> file(key));
    }

    private Material given(String key, String data) {
        try {
            byte[] bytes = Base64.getDecoder().decode(data.replaceAll("\\s", ""));
            return new Material.Given(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notBase64) {
            throw new ClusterAccessException(at(key) + ": not base64", notBase64);
        }
    }
}
