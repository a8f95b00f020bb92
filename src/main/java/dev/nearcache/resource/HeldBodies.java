package dev.nearcache.resource;

import java.util.List;

/** The bodies of all objects of a type that are held at one moment. Safe on any thread. */
public interface HeldBodies {
    /** Bytes of their JSON. */
    long bytes();

    /** Bytes that their stored forms take. */
    long storedBytes();

    /** Some of them, evenly from all. Takes time that grows with their number, so it is not for an event loop. */
    List<StoredBody> sample(int most);
}
