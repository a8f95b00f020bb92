package dev.nearcache.upstream;

/**
 * Which objects of a type are listed and watched.
 *
 * @param namespace the one namespace, or empty for all
 * @param labelSelector as the API takes it; empty selects all
 * @param fieldSelector as the API takes it; empty selects all
 */
public record Selection(String namespace, String labelSelector, String fieldSelector) {
    /** Every object in every namespace. */
    public static Selection all() {
        return new Selection("", "", "");
    }
}
