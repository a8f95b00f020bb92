package dev.nearcache.resource;

/**
 * Where an object lives: its namespace, empty at cluster scope, and its name.
 *
 * <p>Ordered by the UTF-8 bytes of {@code namespace/name}, the order in which kube-apiserver lists
 * (kubernetes-api.md 2.1): the slash takes part, so namespace {@code a-b} comes before {@code a}.
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    /** The key of a cluster scoped object. */
    public static ObjectKey cluster(String name) {
        return new ObjectKey("", name);
    }

    /** The least key that any object of this namespace can have: the start of the namespace's range. */
    public static ObjectKey firstIn(String namespace) {
        return new ObjectKey(namespace, "");
    }

    @Override
    public int compareTo(ObjectKey other) {
        return compare(namespace, name, other);
    }

    /** The order of a key that is not made yet and one that is. */
    static int compare(String namespace, CharSequence name, ObjectKey other) {
        return namespace.equals(other.namespace)
                ? compareNames(name, other.name)
                : compareWhole(namespace, name, other);
    }

    /** The same order where the namespaces are equal, as they mostly are: this is the hot path of every map. */
    private static int compareNames(CharSequence mine, String theirs) {
        int common = Math.min(mine.length(), theirs.length());
        for (int i = 0; i < common; i++) {
            if (mine.charAt(i) != theirs.charAt(i)) {
                return compareAsUtf8(mine.charAt(i), theirs.charAt(i));
            }
        }
        return Integer.compare(mine.length(), theirs.length());
    }

    private static int compareWhole(String namespace, CharSequence name, ObjectKey other) {
        int length = length(namespace, name);
        int theirLength = length(other.namespace, other.name);
        int common = Math.min(length, theirLength);
        for (int i = 0; i < common; i++) {
            char mine = charAt(namespace, name, i);
            char theirs = charAt(other.namespace, other.name, i);
            if (mine != theirs) {
                return compareAsUtf8(mine, theirs);
            }
        }
        return Integer.compare(length, theirLength);
    }

    private static int length(String namespace, CharSequence name) {
        return namespace.isEmpty() ? name.length() : namespace.length() + 1 + name.length();
    }

    private static char charAt(String namespace, CharSequence name, int index) {
        int split = namespace.length();
        if (split == 0) {
            return name.charAt(index);
        }
        return index < split ? namespace.charAt(index) : index == split ? '/' : name.charAt(index - split - 1);
    }

    /** UTF-8 orders by code point: a surrogate half, though small as a number, belongs above the whole basic plane. */
    private static int compareAsUtf8(char mine, char theirs) {
        boolean high = Character.isSurrogate(mine);
        if (high != Character.isSurrogate(theirs)) {
            return high ? 1 : -1;
        }
        return Character.compare(mine, theirs);
    }

    /** {@code namespace/name}, or the name alone at cluster scope: client-go's key function. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
