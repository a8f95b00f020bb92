package dev.nearcache.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seed S of kubernetes-api.md 7.1 on one side, and the versions of its writes. */
record ListSeed(Side side, Map<String, Long> versions) {
    private static final Pattern TOKEN = Pattern.compile("Tok\\(([^,]*),(-?\\w+)\\)");
    private static final Pattern VERSION = Pattern.compile("\\{(\\w+)(\\+\\d+)?}");
    private static final List<String> CREATED =
            List.of("first/bar", "second/bar", "second/foo", "third/barfoo", "third/foo", "second/baz");

    /** Writes it. */
    static ListSeed on(Side side) {
        Map<String, Long> versions = new TreeMap<>();
        for (int i = 0; i < CREATED.size(); i++) {
            String[] key = CREATED.get(i).split("/", 2);
            long version = side.write(Pod.of(key[0], key[1]));
            versions.put("c" + i, version);
            versions.putIfAbsent("i0", version - 1);
        }
        versions.put("u", side.write(Pod.of("first", "bar").on("fake-node")));
        versions.put("D", side.delete("second", "baz"));
        versions.put("cur", side.writeElsewhere());
        return new ListSeed(side, versions);
    }

    /**
     * A request with its names replaced: {@code {c0}} by the version of that write, {@code Tok(first/bar^,D)} by a
     * token, its caret being the NUL.
     */
    String target(String query) {
        String tokens = TOKEN.matcher(query).replaceAll(found -> token(found.group(1), found.group(2)));
        return VERSION.matcher(tokens).replaceAll(found -> {
            long plus =
                    found.group(2) == null ? 0 : Long.parseLong(found.group(2).substring(1));
            return Long.toString(version(found.group(1)) + plus);
        });
    }

    private String token(String start, String version) {
        String json = "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + version(version) + ",\"start\":\""
                + start.replace("^", "\\u0000") + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The version of a write, or a number. */
    long version(String name) {
        Matcher sum = Pattern.compile("(\\w+)p(\\d+)").matcher(name);
        if (sum.matches()) {
            return version(sum.group(1)) + Long.parseLong(sum.group(2));
        }
        Long version = versions.get(name);
        return version == null ? Long.parseLong(name) : version;
    }

    private static boolean isOf(String write, String key) {
        if (write.matches("c\\d")) {
            return CREATED.get(Integer.parseInt(write.substring(1))).equals(key);
        }
        return write.equals("u") && key.equals("first/bar");
    }

    /** The items of a list by the names of the writes that made them. */
    String items(JsonNode list) {
        List<String> items = new ArrayList<>();
        for (JsonNode item : list.path("items")) {
            JsonNode metadata = item.path("metadata");
            long version = metadata.path("resourceVersion").asLong();
            String label = versions.entrySet().stream()
                    .filter(write -> write.getValue() == version)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("?");
            String key = metadata.path("namespace").asText() + "/"
                    + metadata.path("name").asText();
            items.add(isOf(label, key) ? label : key + "@" + version);
        }
        return items.isEmpty() ? "-" : String.join(" ", items);
    }
}
