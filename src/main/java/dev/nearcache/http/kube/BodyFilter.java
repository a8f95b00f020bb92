package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;

/** Turns compact JSON, which comes in pieces cut anywhere, into what the client asked for. */
interface BodyFilter {
    /** Takes the next piece. */
    void write(byte[] json, Buffer out);

    /** Takes the end. */
    void finish(Buffer out);

    /** Frees what it holds, finished or not; once or more often. */
    default void close() {}

    /** As it is. */
    final class Same implements BodyFilter {
        @Override
        public void write(byte[] json, Buffer out) {
            out.appendBytes(json);
        }

        @Override
        public void finish(Buffer out) {}
    }

    /** Compact, with a line end behind it, as kube-apiserver sends it. */
    final class Compact implements BodyFilter {
        @Override
        public void write(byte[] json, Buffer out) {
            out.appendBytes(json);
        }

        @Override
        public void finish(Buffer out) {
            out.appendByte((byte) '\n');
        }
    }
}
