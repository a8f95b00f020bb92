package dev.nearcache;

import dev.nearcache.http.kube.Probes;
import dev.nearcache.management.Health;
import io.vertx.core.Future;
import java.util.Optional;

/** The probes of the management port, as the HTTP room asks them. */
record HealthProbes(Health health) implements Probes {
    @Override
    public Optional<Future<Verdict>> ask(String name, String check, Detail detail) {
        Health.Detail wanted = switch (detail) {
            case BRIEF -> Health.Detail.BRIEF;
            case VERBOSE -> Health.Detail.VERBOSE;
        };
        return health.ask(name, check, wanted)
                .map(asked -> asked.map(answer -> new Verdict(answer.passed(), answer.text())));
    }
}
