package dev.nearcache.soak;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds what one client saw of one type against what really happened. Confined to one thread. */
interface Judge {
    /** Takes the next that the client saw. */
    void take(Item item);

    /** How many changes were seen where each must be. */
    long exact();

    /** How many were seen where some may be merged. */
    long lenient();

    /** How this client's objects differ from those that it should have by now; empty if they do not. */
    String difference(Map<String, State> now);

    /** Whether the client has an object exactly so, or, if there is none, has none. */
    default boolean shows(String key, @Nullable State real) {
        @Nullable State known = objects().get(key);
        return real == null ? known == null : known != null && known.is(real.version(), real.uid());
    }

    /** The objects that the client has; not to be changed. */
    Map<String, State> objects();

    /** The last that the client saw, for people. */
    String recent();
}
