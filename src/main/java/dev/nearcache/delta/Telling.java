package dev.nearcache.delta;

/** Something that a {@link DeltaFifo} was told, on its way in. */
interface Telling {
    /**
     * Brings the next part of it in.
     *
     * @param steps the most to do; one is about a look into a map
     * @return whether all of it is in
     */
    boolean enter(int steps);
}
