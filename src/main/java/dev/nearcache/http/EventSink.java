package dev.nearcache.http;

import dev.nearcache.http.kube.Frames;

/** Where the events of a stream go. */
interface EventSink {
    /** Whether an event moves the client's resume point. */
    enum IdRule {
        /** The event is sent without an id. */
        KEEPS,
        /** The event is sent with the id that all types on the stream have reached; an empty one takes it away. */
        MOVES
    }

    /** Whether the piece that is being filled has room for another event. */
    boolean hasRoom();

    /** Adds an event. The data is one line. */
    void event(String name, IdRule rule, byte[] data);

    /** Whether the stream is of one type, so that its ids depend on the changes alone. */
    boolean isOfOneType();

    /** Adds changes that were written as events before, with their ids; only on a stream of one type. */
    void run(Frames.Run run);
}
