package dev.nearcache.simulator;

/** A way in which a server may differ for as long as it is turned on. */
public enum Quirk {
    /** Neither discovered nor found: 404 (CF, CR). */
    NOT_SERVED,
    /** No periodic bookmarks (LW-15 b). */
    NO_BOOKMARKS,
    /** Watches do not end by themselves (LW-04). */
    NO_DEADLINE,
    /** Watches are accepted, then nothing more is written (LW-04, LW-06, OpenSandbox#1533 in LW-09). */
    SILENT_WATCHES,
    /** A watch from too old a version is answered with HTTP 410 rather than an ERROR event (EX-01). */
    EXPIRE_AS_STATUS,
    /** A watch that asks for initial events is refused with 422, as by servers without watch-list. */
    NO_WATCH_LIST,
    /** Initial events are not followed by their end mark (LW-25). */
    NO_END_MARK,
    /** Lists return everything, whatever their limit. */
    IGNORE_LIMIT,
    /** Clients are asked to leave their connection: {@code Connection: close}, or GOAWAY on HTTP/2 (LW-20). */
    CLOSE_CONNECTIONS,
    /** Watches end cleanly right after they began (LW-17). */
    BRIEF_WATCHES,
    /** Initial events come in no order. */
    UNORDERED_INITIAL_EVENTS,
    /** Lists begin with an item whose metadata is null (LW-02). */
    NO_METADATA,
    /** Lists are compressed for clients that accept gzip. */
    GZIP,
    /** May be listed, not watched: so discovery says, and watches are 405 (CF-06). */
    NO_WATCH_VERB,
    /** Requests for this group and version are 503, its discovery too, as with an extension that is down (CR). */
    UNAVAILABLE
}
