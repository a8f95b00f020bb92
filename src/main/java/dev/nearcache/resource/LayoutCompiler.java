package dev.nearcache.resource;

import dev.nearcache.resource.LayoutNode.Copying;
import dev.nearcache.resource.LayoutNode.Role;
import dev.nearcache.resource.LayoutNode.Showing;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a layout's lists of paths into one tree of places. */
final class LayoutCompiler {
    private static final FieldPath LAST_APPLIED =
            FieldPath.parse("metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]");

    /** What the paths that end at a place say of it. */
    private enum Mark {
        IDENTITY,
        KEEP,
        DROP
    }

    /** Which marks count below a place. */
    private enum Scope {
        /** All is copied but what is dropped. */
        ALL,
        /** Nothing is copied but what is kept. */
        KEPT,
        /** Nothing is copied but the identity: what a drop leaves. */
        IDENTITY
    }

    /** A place while paths are still being added. */
    private static final class Draft {
        private final Map<String, Draft> fields = new HashMap<>();
        private final Set<Mark> marks = EnumSet.noneOf(Mark.class);
        private final List<Integer> indexes = new ArrayList<>();
        private Role role = Role.NONE;
        private Showing showing = Showing.VALUES;
        private @Nullable Draft each;
    }

    private final Draft root = new Draft();

    private LayoutCompiler() {}

    static LayoutNode compile(ObjectLayout layout) {
        LayoutCompiler compiler = new LayoutCompiler();
        compiler.ownPlaces();
        layout.drop().forEach(path -> compiler.at(path).marks.add(Mark.DROP));
        layout.keep().forEach(path -> compiler.at(path).marks.add(Mark.KEEP));
        int ordinal = 0;
        for (FieldPath path : layout.indexes().values()) {
            compiler.at(path).indexes.add(ordinal++);
        }
        if (layout.values() == ValuePolicy.HASHED) {
            compiler.hashValues();
        }
        Scope scope = layout.keep().isEmpty() ? Scope.ALL : Scope.KEPT;
        return freeze(compiler.root, scope, Showing.VALUES);
    }

    private void ownPlaces() {
        place("kind", Role.KIND, Mark.DROP);
        place("apiVersion", Role.API_VERSION, Mark.DROP);
        place("metadata.name", Role.NAME, Mark.IDENTITY);
        place("metadata.namespace", Role.NAMESPACE, Mark.IDENTITY);
        place("metadata.uid", Role.UID, Mark.IDENTITY);
        place("metadata.resourceVersion", Role.RESOURCE_VERSION, Mark.IDENTITY);
        at(FieldPath.parse("metadata.labels")).role = Role.LABELS;
        at(FieldPath.parse("metadata.annotations[k8s.io/initial-events-end]")).role = Role.INITIAL_EVENTS_END;
    }

    private void place(String path, Role role, Mark mark) {
        Draft draft = at(FieldPath.parse(path));
        draft.role = role;
        draft.marks.add(mark);
    }

    /** The annotation repeats the values in plain text, so it goes, and no index may show it. */
    private void hashValues() {
        at(FieldPath.parse("data")).showing = Showing.HASHES_IN_BASE64;
        at(FieldPath.parse("stringData")).showing = Showing.HASHES;
        Draft lastApplied = at(LAST_APPLIED);
        lastApplied.marks.add(Mark.DROP);
        lastApplied.indexes.clear();
    }

    private Draft at(FieldPath path) {
        Draft draft = root;
        for (FieldPath.Segment segment : path.segments()) {
            draft = below(draft, segment);
        }
        return draft;
    }

    private static Draft below(Draft draft, FieldPath.Segment segment) {
        if (segment instanceof FieldPath.Field field) {
            return draft.fields.computeIfAbsent(field.name(), name -> new Draft());
        }
        Draft each = draft.each == null ? new Draft() : draft.each;
        draft.each = each;
        return each;
    }

    private static LayoutNode freeze(Draft draft, Scope above, Showing showingAbove) {
        Scope scope = draft.marks.contains(Mark.IDENTITY)
                ? Scope.ALL
                : draft.marks.contains(Mark.DROP)
                        ? Scope.IDENTITY
                        : above == Scope.KEPT && draft.marks.contains(Mark.KEEP) ? Scope.ALL : above;
        Showing showing = draft.showing == Showing.VALUES ? showingAbove : draft.showing;
        Map<String, LayoutNode> fields = new HashMap<>();
        draft.fields.forEach((name, field) -> fields.put(name, freeze(field, scope, showing)));
        LayoutNode each = draft.each == null ? null : freeze(draft.each, scope, showing);
        int[] indexes = draft.indexes.stream().mapToInt(Integer::intValue).toArray();
        return new LayoutNode(copying(scope, fields, each), showing, draft.role, indexes, fields, each);
    }

    private static Copying copying(Scope scope, Map<String, LayoutNode> fields, @Nullable LayoutNode each) {
        if (scope == Scope.ALL) {
            return Copying.ALL;
        }
        boolean leadsOn = (each != null && each.copying() != Copying.NONE)
                || fields.values().stream().anyMatch(field -> field.copying() != Copying.NONE);
        return leadsOn ? Copying.SOME : Copying.NONE;
    }
}
