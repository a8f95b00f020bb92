package dev.nearcache.upstream;

import io.vertx.core.Future;
import java.util.Optional;

/** Where grants come from. Safe on any thread; each future is done on the context of its caller. */
interface GrantSource {
    /** What to send a request with now; fails with {@link UpstreamException} if there is nothing. */
    Future<Grant> current();

    /**
     * What to try once more after a 401; empty if there is nothing that could do better.
     *
     * @param refused what the request was sent with
     */
    Future<Optional<Grant>> after(Grant refused);

    /** The API server has accepted a request. */
    void accepted();
}
