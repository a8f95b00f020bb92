package dev.nearcache.resource;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Arrays;

/**
 * The containers that are open while an object passes: where each is, and where its member begins in the copy. What lies
 * deeper than any API server allows is counted and nothing else. Reused from object to object.
 */
final class OpenContainers {
    /** Go's decoder, and so every API server, refuses what is nested deeper. */
    static final int DEEPEST = 10_000;

    private static final int INITIAL = 32;

    private LayoutNode[] places = new LayoutNode[INITIAL];
    private int[] starts = new int[INITIAL];
    private Kind[] kinds = new Kind[INITIAL];
    private int depth;

    /** How many are open below the deepest, and how many ever were. */
    private int below;

    private int everBelow;

    /** What is open. */
    enum Kind {
        NONE,
        OBJECT,
        ARRAY
    }

    void clear() {
        depth = 0;
        below = 0;
        everBelow = 0;
    }

    /** How many are open. */
    int depth() {
        return depth;
    }

    /** What the innermost one is. */
    Kind kind() {
        return depth == 0 ? Kind.NONE : kinds[depth - 1];
    }

    /** Where the innermost one is; only while one is open. */
    LayoutNode place() {
        return places[depth - 1];
    }

    void push(Kind kind, LayoutNode place, int start) {
        if (depth == places.length) {
            places = Arrays.copyOf(places, depth * 2);
            starts = Arrays.copyOf(starts, depth * 2);
            kinds = Arrays.copyOf(kinds, depth * 2);
        }
        kinds[depth] = kind;
        places[depth] = place;
        starts[depth] = start;
        depth++;
    }

    /** Closes the innermost one, and says where its member begins, if it is one. */
    int pop() {
        return starts[--depth];
    }

    /** Whether a token lies too deep to be looked at. */
    boolean buries(JsonToken token) {
        boolean buried = below > 0 || (depth == DEEPEST && token.isStructStart());
        if (buried) {
            below += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            everBelow++;
        }
        return buried;
    }

    /** Whether anything of the value lay too deep. */
    boolean buried() {
        return everBelow > 0;
    }
}
