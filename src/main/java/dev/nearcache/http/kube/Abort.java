package dev.nearcache.http.kube;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Ends a connection whose client takes nothing. Vert.x's own close and reset first let the queue drain, which is what
 * such a client never lets happen, so they would hold the socket and the queue for as long as it likes.
 */
final class Abort {
    private Abort() {}

    @SuppressWarnings("FutureReturnValueIgnored") // the connection's close handlers learn of it
    static void connection(HttpConnection connection) {
        if (connection instanceof ConnectionBase base) {
            // From the first handler outwards: past Vert.x's, which waits.
            ChannelHandlerContext first = base.channel().pipeline().firstContext();
            if (first != null) {
                first.close();
            }
        } else {
            connection.close().onFailure(gone -> {});
        }
    }
}
