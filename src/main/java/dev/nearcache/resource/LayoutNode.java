package dev.nearcache.resource;

import dev.nearcache.resource.ObjectLayout.ValuePolicy;
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

    private static final LayoutNode COPIED = leaf(Copying.ALL, ValuePolicy.PLAIN);
    private static final LayoutNode HASHED = leaf(Copying.ALL, ValuePolicy.HASHED);
    private static final LayoutNode SKIPPED = leaf(Copying.NONE, ValuePolicy.PLAIN);

    private final Copying copying;
    private final ValuePolicy values;
    private final Role role;
    private final int[] indexes;
    private final Map<String, LayoutNode> fields;
    private final @Nullable LayoutNode each;

    LayoutNode(
            Copying copying,
            ValuePolicy values,
            Role role,
            int[] indexes,
            Map<String, LayoutNode> fields,
            @Nullable LayoutNode each) {
        this.copying = copying;
        this.values = values;
        this.role = role;
        this.indexes = indexes;
        this.fields = Map.copyOf(fields);
        this.each = each;
    }

    private static LayoutNode leaf(Copying copying, ValuePolicy values) {
        return new LayoutNode(copying, values, Role.NONE, new int[0], Map.of(), null);
    }

    Copying copying() {
        return copying;
    }

    ValuePolicy values() {
        return values;
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
        return copying != Copying.ALL ? SKIPPED : values == ValuePolicy.HASHED ? HASHED : COPIED;
    }
}
