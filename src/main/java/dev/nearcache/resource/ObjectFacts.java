package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * What the decoder has taken out of the object that is passing. Reused from object to object: of one that is held already,
 * nothing is left behind, not even garbage.
 */
final class ObjectFacts {
    private final TextPool pool;
    private final Map<LayoutNode.Role, String> texts = new EnumMap<>(LayoutNode.Role.class);
    private final KeyText key = new KeyText();
    private final CharText uid = new CharText();
    private final CharText version = new CharText();
    private final List<String> labelNames = new ArrayList<>();
    private final List<String> labelValues = new ArrayList<>();
    private final List<List<String>> indexed = new ArrayList<>();

    ObjectFacts(int indexes, TextPool pool) {
        this.pool = pool;
        for (int i = 0; i < indexes; i++) {
            indexed.add(new ArrayList<>());
        }
    }

    void clear() {
        texts.clear();
        key.clear();
        uid.clear();
        version.clear();
        labelNames.clear();
        labelValues.clear();
        for (int i = 0; i < indexed.size(); i++) {
            indexed.get(i).clear();
        }
    }

    void role(LayoutNode.Role role, char[] chars, int offset, int length) {
        switch (role) {
            case NAME -> key.name(chars, offset, length);
            case UID -> uid.set(chars, offset, length);
            case RESOURCE_VERSION -> version.set(chars, offset, length);
            case NAMESPACE -> key.namespace(pool.text(chars, offset, length));
            case KIND, API_VERSION, INITIAL_EVENTS_END -> texts.put(role, pool.text(chars, offset, length));
            case NONE, LABELS -> {}
        }
    }

    void label(String name, char[] chars, int offset, int length) {
        labelNames.add(name);
        labelValues.add(pool.text(chars, offset, length));
    }

    void indexed(int ordinal, char[] chars, int offset, int length) {
        indexed.get(ordinal).add(pool.text(chars, offset, length));
    }

    /** Its key, if it has a name. */
    KeyText key() {
        return key;
    }

    CharSequence uid() {
        return uid;
    }

    CharSequence version() {
        return version;
    }

    ObjectHeader header() {
        ObjectKey made = key.key();
        return new ObjectHeader(
                text(LayoutNode.Role.API_VERSION),
                text(LayoutNode.Role.KIND),
                made.namespace(),
                made.name(),
                uid.toString(),
                version.toString(),
                text(LayoutNode.Role.INITIAL_EVENTS_END));
    }

    /** The labels; of one that was written twice, the later. */
    Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < labelNames.size(); i++) {
            labels.put(labelNames.get(i), labelValues.get(i));
        }
        return pool.map(labels);
    }

    /** The values of each index, each value once. */
    List<List<String>> indexed() {
        List<List<String>> values = new ArrayList<>(indexed.size());
        indexed.forEach(of -> values.add(List.copyOf(new LinkedHashSet<>(of))));
        return pool.lists(values);
    }

    private String text(LayoutNode.Role role) {
        return texts.getOrDefault(role, "");
    }
}
