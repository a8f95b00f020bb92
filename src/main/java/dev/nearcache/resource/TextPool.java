package dev.nearcache.resource;

import java.util.Arrays;
import java.util.Map;

/**
 * Gives one instance for texts and label maps that keep coming back (namespaces, labels, node names), without building
 * the text again to find that out. Confined to one thread.
 *
 * <p>Direct mapped: a slot holds the text that came by last, so the pool is bounded and forgets what is rare.
 */
final class TextPool {
    private static final int SLOTS = 4096;
    private static final int LONGEST = 128;

    private final String[] texts = new String[SLOTS];
    private final Object[] maps = new Object[SLOTS];

    TextPool() {
        Arrays.fill(texts, "");
        Arrays.fill(maps, Map.of());
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
        if (!maps[slot].equals(map)) {
            maps[slot] = Map.copyOf(map);
        }
        @SuppressWarnings("unchecked") // only maps of texts are ever put here
        Map<String, String> pooled = (Map<String, String>) maps[slot];
        return pooled;
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
