package dev.nearcache.query;

import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.FieldSelector.Requirement;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a type are meant: a namespace or all, and what selectors accept. Immutable, safe on any thread.
 *
 * <p>A namespace is a range of keys, an exact name a single look-up, an equality on a declared index a range of the
 * index. Other field requirements look at every object in range, and {@link #scannedFor} says so.
 */
public final class Selection {
    private final String namespace;
    private final Coverage coverage;
    private final LabelSelector labels;
    private final FieldSelector fields;
    private final FieldTest test;
    private final Map<String, FieldPath> indexes;
    private final int hash;

    /** Which namespaces a question about all of them is content with. */
    public enum Coverage {
        /** All that are mirrored. */
        WHOLE,
        /** Those of them that can be read. */
        READABLE
    }

    /** A selection that takes nothing less than what it names. */
    public Selection(String namespace, LabelSelector labels, FieldSelector fields, ObjectLayout layout) {
        this(namespace, Coverage.WHOLE, labels, fields, layout);
    }

    /**
     * A selection.
     *
     * @param namespace empty for all
     * @param layout of the type, for its indexes
     */
    public Selection(
            String namespace, Coverage coverage, LabelSelector labels, FieldSelector fields, ObjectLayout layout) {
        this.coverage = coverage;
        this.namespace =
                namespace.isEmpty() ? exact(fields, "metadata.namespace").orElse("") : namespace;
        this.labels = labels;
        this.fields = fields;
        this.test = new FieldTest(fields.requirements(), layout);
        this.indexes = layout.indexes();
        this.hash = Objects.hash(this.namespace, coverage, labels, fields);
    }

    /** Everything in a namespace, or everything if it is empty. */
    public static Selection everythingIn(String namespace) {
        return new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, ObjectLayout.whole());
    }

    /** The namespace; empty for all. */
    public String namespace() {
        return namespace;
    }

    /** Which namespaces it is content with, if it is about all. */
    public Coverage coverage() {
        return coverage;
    }

    /** Whether neither kind of selector restricts it. */
    public boolean isWhole() {
        return labels.isEverything() && fields.isEverything();
    }

    /**
     * The only key that an object can have to be selected. An empty namespace stands for all of them, an empty name for
     * all names.
     */
    ObjectKey region() {
        return new ObjectKey(namespace, exactName().orElse(""));
    }

    /** Whether the other, of the same type, selects the same for the same words. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Selection that
                && hash == that.hash
                && namespace.equals(that.namespace)
                && coverage == that.coverage
                && labels.equals(that.labels)
                && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Whether the object is selected. */
    public boolean matches(KubeObject object) {
        return (namespace.isEmpty() || object.key().namespace().equals(namespace))
                && labels.matches(object.labels())
                && test.accepts(object);
    }

    /** The labels for which a list must read the bodies of all objects in range, for want of an index. */
    public List<String> scannedFor() {
        return index().isEmpty() && exactName().isEmpty() ? test.labelsInBodies() : List.of();
    }

    /** The objects of a state from a key on, among them all that match. */
    Candidates candidates(Snapshot snapshot, ObjectKey from) {
        Optional<String> name = exactName();
        if (name.isPresent() && !namespace.isEmpty()) {
            return Candidates.single(snapshot, new ObjectKey(namespace, name.get()), from);
        }
        return index().flatMap(hit -> snapshot.indexes()
                        .apply(hit.index())
                        .map(index -> Candidates.indexed(index, hit.value(), namespace, from)))
                .orElseGet(() -> Candidates.range(snapshot, namespace, from));
    }

    /** The least key in range. */
    ObjectKey first() {
        return namespace.isEmpty() ? ObjectKey.cluster("") : ObjectKey.firstIn(namespace);
    }

    /** How many objects of a state are in range from a key on, whether or not they match. */
    int inRange(Snapshot snapshot, ObjectKey from) {
        // The slash sorts right before the zero: this is the least text above all keys of the namespace.
        int end = namespace.isEmpty()
                ? snapshot.objects().size()
                : snapshot.objects().rank(ObjectKey.cluster(namespace + "0"));
        return end - snapshot.objects().rank(from);
    }

    private record IndexHit(String index, String value) {}

    private Optional<IndexHit> index() {
        for (Map.Entry<String, FieldPath> index : indexes.entrySet()) {
            Optional<String> value = exact(fields, index.getValue().text());
            // Objects without a value stand in no index, and an empty value selects them too.
            if (value.isPresent() && !value.get().isEmpty()) {
                return Optional.of(new IndexHit(index.getKey(), value.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> exactName() {
        return exact(fields, "metadata.name");
    }

    private static Optional<String> exact(FieldSelector fields, String path) {
        return fields.requirements().stream()
                .filter(requirement -> requirement.fixes(path))
                .map(Requirement::value)
                .findFirst();
    }
}
