package dev.nearcache.query;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldReader;
import dev.nearcache.resource.FieldSelector.Requirement;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field selector bound to a layout: each requirement reads its value where it is cheapest, from the key, the labels or
 * a declared index; only what is left is read from the body, all of it in one pass.
 */
final class FieldTest {
    private static final FieldPath LABELS = FieldPath.parse("metadata.labels");

    /** Where a value comes from when the body need not be read. */
    private interface Source {
        List<String> valuesOf(KubeObject object);
    }

    private record Cheap(Requirement requirement, Source source) {
        boolean accepts(KubeObject object) {
            return requirement.accepts(source.valuesOf(object));
        }
    }

    private final List<Cheap> cheap = new ArrayList<>();
    private final List<Requirement> costly = new ArrayList<>();
    private final FieldReader reader;

    FieldTest(List<Requirement> requirements, ObjectLayout layout) {
        for (Requirement requirement : requirements) {
            Source source =
                    source(requirement.path(), List.copyOf(layout.indexes().values()));
            if (source == null) {
                costly.add(requirement);
            } else {
                cheap.add(new Cheap(requirement, source));
            }
        }
        this.reader = new FieldReader(costly.stream().map(Requirement::path).toList());
    }

    boolean accepts(KubeObject object) {
        for (Cheap test : cheap) {
            if (!test.accepts(object)) {
                return false;
            }
        }
        return costly.isEmpty() || acceptsBody(object);
    }

    /** Whether bodies must be read. */
    boolean readsBodies() {
        return !costly.isEmpty();
    }

    private boolean acceptsBody(KubeObject object) {
        List<List<String>> values = reader.read(object.body().json());
        for (int i = 0; i < costly.size(); i++) {
            if (!costly.get(i).accepts(values.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Source source(FieldPath path, List<FieldPath> indexes) {
        if (path.text().equals("metadata.name")) {
            return object -> List.of(object.key().name());
        }
        if (path.text().equals("metadata.namespace")) {
            return object -> List.of(object.key().namespace());
        }
        int index = indexes.indexOf(path);
        if (index >= 0) {
            return object -> object.indexed().get(index);
        }
        return label(path);
    }

    private static @Nullable Source label(FieldPath path) {
        int depth = LABELS.segments().size();
        if (path.segments().size() != depth + 1
                || !path.segments().subList(0, depth).equals(LABELS.segments())
                || !(path.segments().get(depth) instanceof FieldPath.Field label)) {
            return null;
        }
        return object -> {
            String value = object.labels().get(label.name());
            return value == null ? List.of() : List.of(value);
        };
    }
}
