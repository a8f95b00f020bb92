package dev.nearcache.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings below one key, while they are read: each question names a key, its default and how to read it. A wrong
 * value is reported and the default returned, so that reading goes on to the next problem. Whatever nobody asked for is
 * unknown: {@link #rejectUnknown()} comes last. Confined to one thread.
 */
final class Section {
    private final ConfigNode.Mapping node;
    private final String path;
    private final Problems problems;
    private final Set<String> asked = new LinkedHashSet<>();

    Section(ConfigNode.Mapping node, String path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
    }

    /** One value. */
    <T> T value(String key, T fallback, Function<String, T> reader) {
        return optional(key, reader).orElse(fallback);
    }

    /** One value that may be left out. */
    <T> Optional<T> optional(String key, Function<String, T> reader) {
        ConfigNode given = given(key);
        return given == null ? Optional.empty() : read(given, child(key), reader);
    }

    /** A value whose feature is not built: only the default, which asks for nothing, is accepted. */
    <T> void inert(String key, T only, Function<String, T> reader) {
        if (!value(key, only, reader).equals(only)) {
            problem(key, "is not supported yet: leave it out");
        }
    }

    /** A list of values. */
    <T> List<T> list(String key, List<T> fallback, Function<String, T> reader) {
        ConfigNode given = given(key);
        if (given == null) {
            return fallback;
        }
        List<T> values = new ArrayList<>();
        int index = 0;
        for (ConfigNode item : items(given, child(key))) {
            read(item, child(key) + "[" + index++ + "]", reader).ifPresent(values::add);
        }
        return values;
    }

    /** The same, of which none may be given twice. */
    <T> List<T> set(String key, List<T> fallback, Function<String, T> reader) {
        Set<T> seen = new HashSet<>();
        return list(key, fallback, text -> {
            T value = reader.apply(text);
            if (!seen.add(value)) {
                throw new IllegalArgumentException("\"" + text + "\" is given twice");
            }
            return value;
        });
    }

    /** Names with values, the names free. */
    <T> Map<String, T> map(String key, Function<String, T> reader) {
        Map<String, T> values = new LinkedHashMap<>();
        section(key)
                .node
                .entries()
                .forEach((name, item) ->
                        read(item, child(key) + "." + name, reader).ifPresent(value -> values.put(name, value)));
        return values;
    }

    /** The settings below a key; of a key left out, an empty section. */
    Section section(String key) {
        ConfigNode given = given(key);
        ConfigNode below = given == null ? new ConfigNode.Mapping(node.origin(), Map.of()) : given;
        return below(below, child(key));
    }

    /** A list of sections. */
    List<Section> sections(String key) {
        ConfigNode given = given(key);
        List<Section> sections = new ArrayList<>();
        for (ConfigNode item : given == null ? List.<ConfigNode>of() : items(given, child(key))) {
            sections.add(below(item, child(key) + "[" + sections.size() + "]"));
        }
        return sections;
    }

    /** Makes a record whose constructor checks what its settings mean together. */
    <T> Optional<T> make(Supplier<T> constructor) {
        try {
            return Optional.of(constructor.get());
        } catch (IllegalArgumentException broken) {
            problems.add(node.origin(), path, String.valueOf(broken.getMessage()));
            return Optional.empty();
        }
    }

    /** Reports something about a key of this section, at the place where it was given. */
    void problem(String key, String message) {
        ConfigNode given = node.entries().get(key);
        problems.add(given == null ? node.origin() : given.origin(), child(key), message);
    }

    /** Whether a key has a value. */
    boolean has(String key) {
        return given(key) != null;
    }

    void rejectUnknown() {
        node.entries().forEach((key, value) -> {
            if (!asked.contains(key)) {
                String guess = NearestName.of(key, asked)
                        .map(name -> "did you mean " + name + "? ")
                        .orElse("");
                problems.add(
                        value.origin(), child(key), "unknown key; " + guess + "allowed: " + String.join(", ", asked));
            }
        });
    }

    private @Nullable ConfigNode given(String key) {
        asked.add(key);
        ConfigNode found = node.entries().get(key);
        return found instanceof ConfigNode.Nothing ? null : found;
    }

    private <T> Optional<T> read(ConfigNode given, String at, Function<String, T> reader) {
        if (!(given instanceof ConfigNode.Scalar scalar)) {
            problems.add(given.origin(), at, "must be a single value, but is " + given.what());
            return Optional.empty();
        }
        try {
            return Optional.of(Objects.requireNonNull(reader.apply(scalar.text())));
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            problems.add(given.origin(), at, String.valueOf(wrong.getMessage()));
            return Optional.empty();
        }
    }

    private List<ConfigNode> items(ConfigNode given, String at) {
        if (given instanceof ConfigNode.Sequence sequence) {
            return sequence.items();
        }
        problems.add(given.origin(), at, "must be a list, but is " + given.what());
        return List.of();
    }

    private Section below(ConfigNode below, String at) {
        if (below instanceof ConfigNode.Mapping mapping) {
            return new Section(mapping, at, problems);
        }
        problems.add(below.origin(), at, "must be a mapping, but is " + below.what());
        return new Section(new ConfigNode.Mapping(below.origin(), Map.of()), at, problems);
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
