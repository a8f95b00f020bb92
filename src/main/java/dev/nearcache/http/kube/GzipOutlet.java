package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/**
 * Compresses what is written to another outlet: each piece is a gzip member of its own, as kube-apiserver's flushes are, so
 * that a client can read whatever has come, and nothing is held between pieces (kubernetes-api.md 3.10).
 */
record GzipOutlet(Outlet inner) implements OutletAround {
    @Override
    public Future<Void> write(Buffer piece) {
        Buffer member = Buffer.buffer();
        GzipFilter filter = new GzipFilter(new BodyFilter.Same());
        filter.write(piece.getBytes(), member);
        filter.flush(member);
        filter.finish(member);
        return inner.write(member);
    }
}
