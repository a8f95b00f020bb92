package dev.nearcache.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong while the rest is still being read. Confined to one thread. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();

    void add(String origin, String path, String message) {
        found.add(new Problem(origin, path, message));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigException(found);
        }
    }
}
