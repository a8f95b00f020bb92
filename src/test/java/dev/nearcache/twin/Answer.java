package dev.nearcache.twin;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a scripted server answers: bytes, then an end.
 *
 * @param what it is, for people
 * @param traits what the rules ask of it
 * @param code the HTTP code; 0 for no answer at all
 * @param parts of the body; one that is not of a stream has one
 * @param ending how it ends
 * @param lasts how long it took, by the virtual clock
 */
record Answer(String what, Set<Trait> traits, int code, List<String> parts, Ending ending, Duration lasts) {
    /** Nobody listens. */
    static final Answer NOBODY =
            new Answer("nobody listens", EnumSet.of(Trait.NO_ANSWER), 0, List.of(), Ending.RESET, Duration.ZERO);

    /** Something that a rule may depend on. */
    enum Trait {
        /** The version asked for is refused: too old, or too new. */
        VERSION_REFUSED,
        /** A streaming list closes before its end is marked, and not at once. */
        CUT_SHORT,
        /** A streaming list goes on without an event and without its end mark. */
        NO_END,
        /** The connection breaks before the head of an answer. */
        NO_ANSWER,
        /** The Status names a least wait of {@link Script#HINT}. */
        HINT,
        /** A Status says in words that the version is too new, but has no details. */
        WORDS_ALONE,
        /** The type does not offer it. */
        NOT_OFFERED,
        /** A success that is no list; client-go takes it for an empty one. */
        NO_LIST,
        /** A streaming list came to its mark. */
        MARKED,
        /** Has a watch event of a type that nobody knows. */
        UNKNOWN_EVENT,
        /** Has an object without metadata. */
        NAMELESS,
        /** Its versions go back, so that some may be before the one that was asked for. */
        WENT_BACK
    }

    /** How an answer ends. */
    enum Ending {
        /** As announced by its length. */
        WHOLE,
        /** A stream, as HTTP ends one. */
        CLEAN,
        /** A stream whose connection is closed in the middle. */
        TORN,
        /** The connection is reset. */
        RESET,
        /** Never, or when the client leaves. */
        OPEN
    }

    static Answer whole(String what, int code, String body, Trait... traits) {
        return new Answer(what, setOf(traits), code, List.of(body), Ending.WHOLE, Duration.ZERO);
    }

    static Answer broken(String what, Ending ending) {
        return new Answer(what, setOf(Trait.NO_ANSWER), 0, List.of(), ending, Duration.ZERO);
    }

    Answer {
        traits = Set.copyOf(traits);
        parts = List.copyOf(parts);
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    private static Set<Trait> setOf(Trait... traits) {
        Set<Trait> set = EnumSet.noneOf(Trait.class);
        set.addAll(List.of(traits));
        return set;
    }

    @Override
    public String toString() {
        return what + (lasts.isZero() ? "" : " lasting " + lasts.toMillis() + " ms");
    }
}
