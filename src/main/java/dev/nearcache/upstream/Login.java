package dev.nearcache.upstream;

import dev.nearcache.upstream.Identity.Plugin;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests as whoever we are now, and once more with what is renewed those that are refused by 401: so nobody
 * above sees that credentials rotate (reflector.md 1.13). Safe on any thread; futures are done on their caller's context.
 */
final class Login {
    private static final Logger LOG = LoggerFactory.getLogger(Login.class);

    private final LiveCredentials credentials;
    private final GrantSource grants;
    private final SharedRun<Grant> looks;

    /** Reads all files, so it blocks; a plugin is run only when a request needs it. */
    Login(Vertx vertx, ClusterAccess access, InstantSource clock) {
        this.credentials = new LiveCredentials(vertx, access);
        this.grants = access.identity().authorization() instanceof Plugin plugin
                ? new PluginGrants(vertx, plugin.exec(), credentials, clock)
                : new FileGrants(vertx, credentials);
        this.looks = new SharedRun<>(vertx, () -> {
            credentials.look();
            return credentials.grant();
        });
    }

    /**
     * Sends a request with what it is given, at most twice.
     *
     * @param request sends it; fails with {@link UpstreamException} if it is refused
     */
    <T> Future<T> with(Function<Grant, Future<T>> request) {
        return grants.current()
                .compose(grant -> attempt(request, grant)
                        .recover(failure ->
                                refused(failure) ? again(request, grant, failure) : Future.failedFuture(failure)));
    }

    private <T> Future<T> again(Function<Grant, Future<T>> request, Grant refused, Throwable failure) {
        return grants.after(refused)
                .compose(next ->
                        next.map(grant -> attempt(request, grant)).orElseGet(() -> Future.failedFuture(failure)));
    }

    private <T> Future<T> attempt(Function<Grant, Future<T>> request, Grant grant) {
        return request.apply(grant).onSuccess(done -> grants.accepted());
    }

    private static boolean refused(Throwable failure) {
        return failure instanceof UpstreamException upstream && upstream.reason() == Reason.UNAUTHORIZED;
    }

    /** Who is told when there are other credentials than before. */
    Wakes renewals() {
        return credentials.renewals();
    }

    /** Whether there are files to look at now and then. */
    boolean rotates() {
        return credentials.rotates();
    }

    /** Looks at the files, off the event loop; a look that still runs is joined. */
    void look() {
        looks.join()
                .onFailure(failure -> LOG.atWarn()
                        .addKeyValue("error", Failures.words(failure))
                        .log("credentials could not be looked at"));
    }
}
