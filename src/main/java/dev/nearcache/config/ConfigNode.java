package dev.nearcache.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A piece of configuration as it was written, with the place where it was written. */
sealed interface ConfigNode {
    /** {@code config.yaml:12}, or the flag or variable that said it. */
    String origin();

    /** What it is, for messages. */
    String what();

    /** One word, number or sentence, as it was written. */
    record Scalar(String origin, String text) implements ConfigNode {
        @Override
        public String what() {
            return "\"" + text + "\"";
        }
    }

    /** A key without a value, or {@code ~}: the same as leaving the key out. */
    record Nothing(String origin) implements ConfigNode {
        @Override
        public String what() {
            return "nothing";
        }
    }

    /** A list. */
    record Sequence(String origin, List<ConfigNode> items) implements ConfigNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String what() {
            return "a list";
        }
    }

    /** Keys with values, in the order of the file. */
    record Mapping(String origin, Map<String, ConfigNode> entries) implements ConfigNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        @Override
        public String what() {
            return "a mapping";
        }

        /** This mapping with a value at a path of one or more keys, whatever was there before. */
        Mapping with(List<String> path, ConfigNode value) {
            Map<String, ConfigNode> changed = new LinkedHashMap<>(entries);
            String key = path.get(0);
            if (path.size() == 1) {
                changed.put(key, value);
            } else {
                Mapping child =
                        changed.get(key) instanceof Mapping present ? present : new Mapping(value.origin(), Map.of());
                changed.put(key, child.with(path.subList(1, path.size()), value));
            }
            return new Mapping(origin, changed);
        }
    }
}
