package dev.nearcache.resource;

/**
 * Which objects there are, at which versions, in two numbers: equal sets have equal fingerprints whatever their order,
 * and two that differ have them by accident only. Not a defence against whoever chooses names to collide. Immutable.
 *
 * @param count of the objects
 * @param sum of a hash of each object's namespace, name and version
 */
public record Fingerprint(long count, long sum) {
    /** Of nothing. */
    public static final Fingerprint EMPTY = new Fingerprint(0, 0);

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** With one object more. */
    public Fingerprint with(String namespace, String name, ResourceVersion version) {
        long hash = fold(fold(OFFSET, namespace) * PRIME, name);
        return new Fingerprint(count + 1, sum + mix(hash ^ mix(version.value())));
    }

    /** FNV-1a, by characters. */
    private static long fold(long start, String text) {
        long hash = start;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }

    /** SplitMix64's finish: every bit of the input changes half of the bits of the outcome, so sums do not cancel out. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
