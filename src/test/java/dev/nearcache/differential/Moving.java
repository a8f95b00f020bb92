package dev.nearcache.differential;

import java.util.List;

/** What moves while both are asked: the lease that the API server holds for itself. */
final class Moving {
    private Moving() {}

    /** Whether there is a difference, and only such. */
    static boolean only(List<Difference> differences) {
        return !differences.isEmpty()
                && differences.stream()
                        .allMatch(difference -> moves(difference) || isVersionOfARenewed(difference, differences));
    }

    private static boolean isVersionOfARenewed(Difference difference, List<Difference> differences) {
        String renewed = difference.path().replaceFirst("/metadata/resourceVersion$", "/spec/renewTime");
        return differences.stream()
                .anyMatch(other ->
                        !renewed.equals(difference.path()) && other.path().equals(renewed));
    }

    private static boolean moves(Difference difference) {
        return difference.path().endsWith("/renewTime") || difference.toString().contains("apiserver-");
    }
}
