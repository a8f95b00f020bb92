package dev.nearcache.http;

import dev.nearcache.http.kube.Backlog;
import dev.nearcache.http.kube.StatusException;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Lets in requests while clients take what they asked for. */
final class RoomGate implements Handler<RoutingContext> {
    private final Backlog backlog;

    RoomGate(Backlog backlog) {
        this.backlog = backlog;
    }

    @Override
    public void handle(RoutingContext context) {
        try {
            backlog.checkRoom();
        } catch (StatusException full) {
            context.fail(full);
            return;
        }
        context.next();
    }
}
