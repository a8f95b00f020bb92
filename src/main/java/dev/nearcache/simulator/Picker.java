package dev.nearcache.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A set of keys from which one can be drawn at random in constant time. */
final class Picker {
    private final List<String> keys = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();

    void add(String key) {
        if (places.putIfAbsent(key, keys.size()) == null) {
            keys.add(key);
        }
    }

    void remove(String key) {
        Integer place = places.remove(key);
        if (place == null) {
            return;
        }
        String last = keys.remove(keys.size() - 1);
        if (!last.equals(key)) {
            keys.set(place, last);
            places.put(last, place);
        }
    }

    Optional<String> pick(RandomGenerator random) {
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.get(random.nextInt(keys.size())));
    }
}
