package dev.nearcache.testing;

import dev.nearcache.http.ApiServer;
import dev.nearcache.http.ApiSettings;
import dev.nearcache.http.ApiShared;
import dev.nearcache.http.kube.Probes;
import dev.nearcache.http.kube.ReadThrough;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** The API on caches that a test feeds, on an event loop of its own. */
public final class FedApi {
    private FedApi() {}

    /** Starts it; the test closes the Vert.x it runs on. */
    public static ApiServer start(Vertx vertx, ApiShared shared) {
        return Future.<ApiServer>future(started ->
                        vertx.runOnContext(go -> ApiServer.start(vertx, shared).onComplete(started)))
                .await();
    }

    /** The same with the usual settings, on a free port, with an API server behind it that knows nothing. */
    public static ApiServer start(Vertx vertx, CachedResource... resources) {
        return start(
                vertx,
                new ApiShared(
                        ApiSettings.onPort(0),
                        new ResourceCatalog(List.of(resources)),
                        new FakeOrigin(),
                        new VertxTimers(vertx)));
    }

    /** The same with an API server behind it that a test speaks for, and what is asked of that one. */
    public static ApiServer start(Vertx vertx, FakeOrigin origin, ReadThrough through, CachedResource... resources) {
        return start(
                vertx,
                new ApiShared(
                        ApiSettings.onPort(0),
                        new ResourceCatalog(List.of(resources)),
                        origin,
                        through,
                        Probes.NONE,
                        new VertxTimers(vertx)));
    }
}
