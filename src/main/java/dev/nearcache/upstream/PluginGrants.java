package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grants that an exec plugin gives. It is run when the first request needs it, a while before what it gave expires, and
 * when a request is refused; all who need it meanwhile wait for the same run. After a run that did not help, the next
 * one is held back, ever longer, whatever number of requests ask for it.
 */
final class PluginGrants implements GrantSource {
    private static final Logger LOG = LoggerFactory.getLogger(PluginGrants.class);

    /** Plugins ask services far away, and a small sidecar starts a large interpreter slowly. */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(30);

    /** The least time before the expiry at which it is run again, if a credential lasts ten times as long. */
    private static final Duration AHEAD = Duration.ofMinutes(1);

    private final ExecPlugin plugin;
    private final LiveCredentials credentials;
    private final InstantSource clock;
    private final SharedRun<Grant> runs;

    private Lifetime lifetime = Lifetime.NONE;
    private RunPace pace = RunPace.START;
    private Optional<UpstreamException> failure = Optional.empty();

    /** From when on a credential is to be replaced, and from when on it is of no use. */
    private record Lifetime(Instant renewal, Instant end) {
        static final Lifetime NONE = new Lifetime(Instant.MIN, Instant.MIN);

        static Lifetime of(ExecCredential credential, Instant now) {
            return credential
                    .expiry()
                    .map(end -> new Lifetime(end.minus(ahead(Duration.between(now, end))), end))
                    .orElseGet(() -> new Lifetime(Instant.MAX, Instant.MAX));
        }

        private static Duration ahead(Duration left) {
            Duration part = left.isNegative() ? Duration.ZERO : left.dividedBy(10);
            return part.compareTo(AHEAD) < 0 ? part : AHEAD;
        }
    }

    PluginGrants(Vertx vertx, ExecPlugin plugin, LiveCredentials credentials, InstantSource clock) {
        this.plugin = plugin;
        this.credentials = credentials;
        this.clock = clock;
        this.runs = new SharedRun<>(vertx, this::run);
    }

    @Override
    public synchronized Future<Grant> current() {
        Instant now = clock.instant();
        if (now.isBefore(lifetime.renewal())) {
            return Future.succeededFuture(credentials.grant());
        }
        if (runs.running() || pace.allows(now)) {
            return runs.join().recover(failed -> orHeld(failed));
        }
        return failure.map(this::orHeld).orElseGet(() -> Future.succeededFuture(credentials.grant()));
    }

    /** A plugin that fails ahead of the expiry does no harm yet. */
    private synchronized Future<Grant> orHeld(Throwable failed) {
        return clock.instant().isBefore(lifetime.end())
                ? Future.succeededFuture(credentials.grant())
                : Future.failedFuture(failed);
    }

    @Override
    public synchronized Future<Optional<Grant>> after(Grant refused) {
        Instant now = clock.instant();
        Grant held = credentials.grant();
        if (!held.equals(refused)) {
            return Future.succeededFuture(Optional.of(held));
        }
        if (!runs.running()) {
            if (!pace.allows(now)) {
                return Future.succeededFuture(Optional.empty());
            }
            pace = pace.after(now);
        }
        return runs.join().map(grant -> Optional.of(grant).filter(other -> !other.equals(refused)));
    }

    @Override
    public synchronized void accepted() {
        pace = pace.relaxed();
    }

    /** On a worker thread, one at a time. */
    private Grant run() {
        try {
            ExecCredential credential = ExecCredential.parse(plugin, ExecProcess.run(plugin, LONGEST_RUN));
            credentials.adopt(plugin.name(), credential);
            ran(credential);
            return credentials.grant();
        } catch (ClusterAccessException useless) {
            UpstreamException failed =
                    new UpstreamException(Reason.UNAUTHORIZED, String.valueOf(useless.getMessage()), useless);
            failed(failed);
            throw failed;
        }
    }

    private synchronized void ran(ExecCredential credential) {
        Instant now = clock.instant();
        lifetime = Lifetime.of(credential, now);
        failure = Optional.empty();
        if (!now.isBefore(lifetime.end())) {
            pace = pace.after(now);
        }
        LOG.atInfo()
                .addKeyValue("plugin", plugin.invocation())
                .addKeyValue(
                        "expires", credential.expiry().map(Instant::toString).orElse("never"))
                .log("logged in by a plugin");
    }

    private synchronized void failed(UpstreamException failed) {
        failure = Optional.of(failed);
        pace = pace.after(clock.instant());
    }
}
