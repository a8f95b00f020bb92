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

    /** The characters of {@code namespace/name}, or of the name alone at cluster scope. */
    public int length() {
        return namespace.isEmpty() ? name.length() : namespace.length() + 1 + name.length();
    }

    /** The character at an index of {@link #toString()}, without building the text. */
    public char charAt(int index) {
        int split = namespace.length();
        if (split == 0) {
            return name.charAt(index);
        }
        return index < split ? namespace.charAt(index) : index == split ? '/' : name.charAt(index - split - 1);
    }

    @Override
    public int compareTo(ObjectKey other) {
        return namespace.equals(other.namespace) ? compareNames(other) : compareWhole(other);
    }

    /** The same order where the namespaces are equal, as they mostly are: this is the hot path of every map. */
    private int compareNames(ObjectKey other) {
        String theirs = other.name;
        int common = Math.min(name.length(), theirs.length());
        for (int i = 0; i < common; i++) {
            if (name.charAt(i) != theirs.charAt(i)) {
                return compareAsUtf8(name.charAt(i), theirs.charAt(i));
            }
        }
        return Integer.compare(name.length(), theirs.length());
    }

    private int compareWhole(ObjectKey other) {
        int common = Math.min(length(), other.length());
        for (int i = 0; i < common; i++) {
            char mine = charAt(i);
            char theirs = other.charAt(i);
            if (mine != theirs) {
                return compareAsUtf8(mine, theirs);
            }
        }
        return Integer.compare(length(), other.length());
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
