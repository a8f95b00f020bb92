package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the decoder has taken out of the object that is passing. Reused from object to object. */
final class ObjectFacts {
    private final TextPool pool;
    private final Map<LayoutNode.Role, String> texts = new EnumMap<>(LayoutNode.Role.class);
    private final Map<String, String> labels = new HashMap<>();
    private final List<Set<String>> indexed = new ArrayList<>();

    ObjectFacts(int indexes, TextPool pool) {
        this.pool = pool;
        for (int i = 0; i < indexes; i++) {
            indexed.add(new LinkedHashSet<>());
        }
    }

    void clear() {
        texts.clear();
        labels.clear();
        indexed.forEach(Set::clear);
    }

    void role(LayoutNode.Role role, char[] chars, int offset, int length) {
        boolean rare =
                role == LayoutNode.Role.NAME || role == LayoutNode.Role.UID || role == LayoutNode.Role.RESOURCE_VERSION;
        texts.put(role, rare ? new String(chars, offset, length) : pool.text(chars, offset, length));
    }

    void label(String name, char[] chars, int offset, int length) {
        labels.put(name, pool.text(chars, offset, length));
    }

    void indexed(int ordinal, char[] chars, int offset, int length) {
        indexed.get(ordinal).add(pool.text(chars, offset, length));
    }

    ObjectHeader header() {
        return new ObjectHeader(
                text(LayoutNode.Role.API_VERSION),
                text(LayoutNode.Role.KIND),
                text(LayoutNode.Role.NAMESPACE),
                text(LayoutNode.Role.NAME),
                text(LayoutNode.Role.UID),
                text(LayoutNode.Role.RESOURCE_VERSION),
                text(LayoutNode.Role.INITIAL_EVENTS_END));
    }

    Map<String, String> labels() {
        return pool.map(labels);
    }

    List<List<String>> indexed() {
        List<List<String>> values = new ArrayList<>(indexed.size());
        indexed.forEach(of -> values.add(List.copyOf(of)));
        return List.copyOf(values);
    }

    private String text(LayoutNode.Role role) {
        return texts.getOrDefault(role, "");
    }
}
