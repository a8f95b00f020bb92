package dev.nearcache.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a resource path names.
 *
 * @param state the type
 * @param namespace the namespace, empty for all or none
 * @param name the object's name, empty for the collection
 */
record ApiPath(TypeState state, String namespace, String name) {

    boolean collection() {
        return name.isEmpty();
    }

    /** A resource path taken apart; empty if no type that is served lives there. */
    static Optional<ApiPath> parse(String path, Iterable<TypeState> types) {
        List<String> parts = Arrays.asList(path.substring(1).split("/", -1));
        if (parts.size() >= 3 && parts.get(0).equals("api")) {
            return within("", parts.get(1), parts.subList(2, parts.size()), types);
        }
        if (parts.size() >= 4 && parts.get(0).equals("apis")) {
            return within(parts.get(1), parts.get(2), parts.subList(3, parts.size()), types);
        }
        return Optional.empty();
    }

    private static Optional<ApiPath> within(
            String group, String version, List<String> rest, Iterable<TypeState> types) {
        if (rest.get(0).equals("namespaces") && rest.size() > 2) {
            String name = rest.size() > 3 ? rest.get(3) : "";
            return rest.size() > 4
                    ? Optional.empty()
                    : find(group, version, rest.get(2), types)
                            .filter(state -> state.type().namespaced())
                            .map(state -> new ApiPath(state, rest.get(1), name));
        }
        if (rest.size() > 2) {
            return Optional.empty();
        }
        String name = rest.size() > 1 ? rest.get(1) : "";
        return find(group, version, rest.get(0), types)
                .filter(state -> name.isEmpty() || !state.type().namespaced())
                .map(state -> new ApiPath(state, "", name));
    }

    private static Optional<TypeState> find(String group, String version, String plural, Iterable<TypeState> types) {
        for (TypeState state : types) {
            SimType type = state.type();
            if (type.group().equals(group)
                    && type.version().equals(version)
                    && type.plural().equals(plural)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
