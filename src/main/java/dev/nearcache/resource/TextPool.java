package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Gives one instance for texts, label maps and index values that keep coming back (namespaces, node names), of texts without
 * building them again to find that out. Confined to one thread.
 *
 * <p>Direct mapped: a slot holds the text that came by last, so the pool is bounded and forgets what is rare.
 */
final class TextPool {
    private static final int SLOTS = 4096;
    private static final int LONGEST = 128;

    private final String[] texts = new String[SLOTS];
    private final List<Map<String, String>> maps = new ArrayList<>(Collections.nCopies(SLOTS, Map.of()));
    private final List<List<List<String>>> lists = new ArrayList<>(Collections.nCopies(SLOTS, List.of()));

    TextPool() {
        Arrays.fill(texts, "");
    }

    String text(char[] chars, int offset, int length) {
        if (length > LONGEST) {
            return new String(chars, offset, length);
        }
        int hash = 0;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + chars[i];
        }
        int slot = slot(hash);
        if (!same(texts[slot], chars, offset, length)) {
            texts[slot] = new String(chars, offset, length);
        }
        return texts[slot];
    }

    Map<String, String> map(Map<String, String> map) {
        if (map.isEmpty()) {
            return Map.of();
        }
        int slot = slot(map.hashCode());
        if (!maps.get(slot).equals(map)) {
            maps.set(slot, Map.copyOf(map));
        }
        return maps.get(slot);
    }

    /** The lists, which are not to be changed any more. */
    List<List<String>> lists(List<List<String>> values) {
        if (values.isEmpty()) {
            return List.of();
        }
        int slot = slot(values.hashCode());
        if (!lists.get(slot).equals(values)) {
            lists.set(slot, List.copyOf(values));
        }
        return lists.get(slot);
    }

    private static int slot(int hash) {
        return (hash ^ hash >>> 12 ^ hash >>> 24) & SLOTS - 1;
    }

    private static boolean same(String text, char[] chars, int offset, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != chars[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
