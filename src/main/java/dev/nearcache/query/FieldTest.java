package dev.nearcache.query;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldReader;
import dev.nearcache.resource.FieldSelector.Requirement;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    private record Cheap(Requirement requirement, List<Source> sources) {
        boolean accepts(KubeObject object) {
            for (Source source : sources) {
                List<String> values = source.valuesOf(object);
                if (!values.isEmpty()) {
                    return requirement.isMetBy(values);
                }
            }
            return requirement.isMetBy(List.of());
        }
    }

    private final List<Cheap> cheap = new ArrayList<>();
    private final List<Requirement> costly = new ArrayList<>();
    private final FieldReader reader;

    FieldTest(List<Requirement> requirements, ObjectLayout layout) {
        List<FieldPath> indexes = List.copyOf(layout.indexes().values());
        for (Requirement requirement : requirements) {
            List<Source> sources = requirement.paths().stream()
                    .map(path -> source(path, indexes))
                    .flatMap(Optional::stream)
                    .toList();
            if (sources.size() < requirement.paths().size()) {
                costly.add(requirement);
            } else {
                cheap.add(new Cheap(requirement, sources));
            }
        }
        this.reader = new FieldReader(costly.stream()
                .flatMap(requirement -> requirement.paths().stream())
                .toList());
    }

    boolean accepts(KubeObject object) {
        for (Cheap test : cheap) {
            if (!test.accepts(object)) {
                return false;
            }
        }
        return costly.isEmpty() || acceptsBody(object);
    }

    /** The labels whose values are looked for in bodies. */
    List<String> labelsInBodies() {
        return costly.stream().map(Requirement::label).toList();
    }

    private boolean acceptsBody(KubeObject object) {
        List<List<String>> values = reader.read(object.body().json());
        int from = 0;
        for (Requirement requirement : costly) {
            int to = from + requirement.paths().size();
            if (!requirement.accepts(values.subList(from, to))) {
                return false;
            }
            from = to;
        }
        return true;
    }

    private static Optional<Source> source(FieldPath path, List<FieldPath> indexes) {
        if (path.text().equals("metadata.name")) {
            return Optional.of(object -> List.of(object.key().name()));
        }
        if (path.text().equals("metadata.namespace")) {
            return Optional.of(object -> List.of(object.key().namespace()));
        }
        int index = indexes.indexOf(path);
        return index >= 0 ? Optional.of(object -> object.indexed().get(index)) : label(path);
    }

    private static Optional<Source> label(FieldPath path) {
        int depth = LABELS.segments().size();
        if (path.segments().size() != depth + 1
                || !path.segments().subList(0, depth).equals(LABELS.segments())
                || !(path.segments().get(depth) instanceof FieldPath.Field label)) {
            return Optional.empty();
        }
        return Optional.of(object -> {
            String value = object.labels().get(label.name());
            return value == null ? List.of() : List.of(value);
        });
    }
}
