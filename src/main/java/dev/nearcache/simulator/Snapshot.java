package dev.nearcache.simulator;

import java.util.List;

/**
 * All objects of a type at one version, in key order. Immutable.
 *
 * @param version the version
 * @param objects sorted by key
 */
record Snapshot(long version, List<SimObject> objects) {

    /** The objects whose keys begin with a prefix and are not below a start key. */
    List<SimObject> range(String prefix, String start) {
        int from = lowerBound(start.compareTo(prefix) > 0 ? start : prefix);
        int to = prefix.isEmpty() ? objects.size() : lowerBound(prefix + Character.MAX_VALUE);
        return objects.subList(Math.min(from, to), to);
    }

    private int lowerBound(String key) {
        int low = 0;
        int high = objects.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (objects.get(middle).key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
