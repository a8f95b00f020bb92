package dev.nearcache.simulator;

import io.vertx.core.buffer.Buffer;

/** How a body is coded on its way, piece by piece. */
interface Coding {
    /** As it is. */
    Coding PLAIN = new Coding() {
        @Override
        public Buffer code(Buffer piece) {
            return piece;
        }

        @Override
        public Buffer last(Buffer piece) {
            return piece;
        }
    };

    /** A piece that is not the last; what is made of it may be empty. */
    Buffer code(Buffer piece);

    /** The last piece. */
    Buffer last(Buffer piece);
}
