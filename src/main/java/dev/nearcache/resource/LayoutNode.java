package dev.nearcache.resource;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One place in an object's JSON and what is done there: the compiled form of an {@link ObjectLayout}, which the decoder
 * walks along with the tokens. Immutable.
 */
final class LayoutNode {
    /** How much of the value at a place is copied. */
    enum Copying {
        /** All of it. */
        ALL,
        /** Only what lies at places below that are copied themselves. */
        SOME,
        /** Nothing. */
        NONE
    }

    /** What stands for the values at a place. */
    enum Showing {
        /** They do. */
        VALUES,
        /** Their hashes. */
        HASHES,
        /** Their hashes in base64, as the values are. */
        HASHES_IN_BASE64
    }

    /** What the decoder takes out of a place for itself. */
    enum Role {
        NONE,
        KIND,
        API_VERSION,
        NAME,
        NAMESPACE,
        UID,
        RESOURCE_VERSION,
        /** The map of labels; each of its members is one. */
        LABELS,
        INITIAL_EVENTS_END
    }

    private static final Map<Showing, LayoutNode> COPIED = copied();
    private static final LayoutNode SKIPPED = leaf(Copying.NONE, Showing.VALUES);

    private final Copying copying;
    private final Showing showing;
    private final Role role;
    private final int[] indexes;
    private final Map<String, LayoutNode> fields;
    private final @Nullable LayoutNode each;

    LayoutNode(
            Copying copying,
            Showing showing,
            Role role,
            int[] indexes,
            Map<String, LayoutNode> fields,
            @Nullable LayoutNode each) {
        this.copying = copying;
        this.showing = showing;
        this.role = role;
        this.indexes = indexes;
        this.fields = Map.copyOf(fields);
        this.each = each;
    }

    private static LayoutNode leaf(Copying copying, Showing showing) {
        return new LayoutNode(copying, showing, Role.NONE, new int[0], Map.of(), null);
    }

    private static Map<Showing, LayoutNode> copied() {
        Map<Showing, LayoutNode> copied = new EnumMap<>(Showing.class);
        for (Showing showing : Showing.values()) {
            copied.put(showing, leaf(Copying.ALL, showing));
        }
        return copied;
    }

    Copying copying() {
        return copying;
    }

    Showing showing() {
        return showing;
    }

    Role role() {
        return role;
    }

    /** The ordinals of the indexes whose path ends here. */
    int[] indexes() {
        return indexes;
    }

    /** The place of a member of the object here. */
    LayoutNode field(String name) {
        LayoutNode field = fields.isEmpty() ? null : fields.get(name);
        return field == null ? unnamed() : field;
    }

    /** The place of every element of the array here. */
    LayoutNode element() {
        return each == null ? unnamed() : each;
    }

    /** A place below that no path names: all below a copied place is copied, nothing below any other. */
    private LayoutNode unnamed() {
        return copying == Copying.ALL ? COPIED.getOrDefault(showing, SKIPPED) : SKIPPED;
    }
}
