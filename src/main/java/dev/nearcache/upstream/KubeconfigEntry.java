package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Iterator;
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
        return "kubeconfig " + file + ": " + place + "." + key;
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

    /** A file that a key names, relative to the kubeconfig. */
    Optional<Material> file(String key) {
        return text(key)
                .map(name -> new Material.InFile(
                        file.toAbsolutePath().resolveSibling(name).normalize(), at(key)));
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
