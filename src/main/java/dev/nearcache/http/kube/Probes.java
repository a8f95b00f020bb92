package dev.nearcache.http.kube;

import io.vertx.core.Future;
import java.util.Optional;

/** The probes of the sidecar, the same as on its management port. */
public interface Probes {
    /** None at all. */
    Probes NONE = (name, check, detail) -> Optional.empty();

    /**
     * Asks one.
     *
     * @param name {@code healthz}, {@code livez} or {@code readyz}
     * @param check the one check to ask; empty for all of them
     * @return empty if there is no such probe or check
     */
    Optional<Future<Verdict>> ask(String name, String check, Detail detail);

    /** How much one that passed says. */
    enum Detail {
        BRIEF,
        VERBOSE
    }

    /**
     * What it found.
     *
     * @param passed whether all is well
     * @param text for people
     */
    record Verdict(boolean passed, String text) {}
}
