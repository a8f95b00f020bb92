package dev.nearcache.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The objects of an invented API server, few enough that their keys meet again and again. */
final class Fiction {
    private static final List<String> NAMESPACES = List.of("x", "y");
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final RandomGenerator random;
    private final NavigableMap<Key, Pod> pods = new TreeMap<>();
    private long version;
    private int uids;

    /** What was changed last, and is often changed next. */
    private Key hot = new Key("x", "a");

    /** What a key is here. */
    record Key(String namespace, String name) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /** One object. */
    record Pod(Key key, String uid, long version) {
        /** Without kind and apiVersion, as in a list. */
        String item() {
            return "{\"metadata\":" + metadata() + "}";
        }

        String json() {
            return "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":" + metadata() + "}";
        }

        private String metadata() {
            return "{\"name\":\"" + key.name() + "\",\"namespace\":\"" + key.namespace() + "\",\"uid\":\"" + uid
                    + "\",\"resourceVersion\":\"" + version + "\"}";
        }
    }

    Fiction(RandomGenerator random, long least) {
        this.random = random;
        this.version = least + random.nextInt(1000);
        for (int i = random.nextInt(6); i > 0; i--) {
            change();
        }
    }

    long version() {
        return version;
    }

    List<Pod> pods() {
        return List.copyOf(pods.values());
    }

    /** Changes that no watch tells. */
    void changeUnseen() {
        for (int i = random.nextInt(4); i > 0; i--) {
            change();
        }
    }

    /** The version goes far ahead, or back as after a restore; true if back. */
    boolean jump() {
        boolean ahead = random.nextBoolean();
        version = ahead ? version + 100_000 : Math.max(1, version / 2);
        return !ahead;
    }

    /** Changes one object; the watch event that tells it, its type not always the one that fits. */
    String change() {
        Key key = random.nextInt(3) == 0 ? hot : new Key(any(NAMESPACES), any(NAMES));
        hot = key;
        Optional<Pod> old = Optional.ofNullable(pods.get(key));
        version += 1 + random.nextInt(3);
        if (old.isPresent() && random.nextInt(3) == 0) {
            pods.remove(key);
            return event("DELETED", new Pod(key, old.get().uid(), version).json());
        }
        Optional<Pod> same = old.filter(pod -> random.nextInt(4) > 0);
        Pod changed = new Pod(key, same.isPresent() ? same.get().uid() : "u" + uids++, version);
        pods.put(key, changed);
        boolean odd = random.nextInt(8) == 0;
        return event(same.isPresent() != odd ? "MODIFIED" : "ADDED", changed.json());
    }

    /** The deletion of something that does not exist. */
    String deleteNothing() {
        version++;
        List<Key> absent = new ArrayList<>();
        for (String namespace : NAMESPACES) {
            for (String name : NAMES) {
                absent.add(new Key(namespace, name));
            }
        }
        absent.removeAll(pods.keySet());
        Key key = absent.isEmpty() ? new Key("z", "z") : any(absent);
        return event("DELETED", new Pod(key, "u" + uids++, version).json());
    }

    /** The deletion of an object that had the name of one that exists before it. */
    String deletePredecessor() {
        if (pods.isEmpty()) {
            return deleteNothing();
        }
        version++;
        return event("DELETED", new Pod(any(List.copyOf(pods.keySet())), "u" + uids++, version).json());
    }

    String bookmark(Map<String, String> annotations) {
        version++;
        return bookmarkAt(Long.toString(version), annotations);
    }

    static String bookmarkAt(String version, Map<String, String> annotations) {
        List<String> members = new ArrayList<>();
        annotations.forEach((name, value) -> members.add("\"" + name + "\":\"" + value + "\""));
        return event(
                "BOOKMARK",
                "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                        + "\",\"annotations\":{" + String.join(",", members) + "}}}");
    }

    static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
