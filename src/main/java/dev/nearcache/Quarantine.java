package dev.nearcache;

import dev.nearcache.resource.ObjectKey;
import io.micrometer.core.instrument.Counter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of one scope that came and could not be read, until they come in a form that can, or a list no longer has
 * them. Written on one thread, read on any.
 */
final class Quarantine {
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    /** What is remembered, and what of it is named in the log for each list: a server that has lost its wits has many. */
    private static final int REMEMBERED = 100;

    private static final int LOGGED = 10;

    private final String scope;
    private final Counter counter;

    /** Why, by key; an object that does not name itself stands under the reason. */
    private Map<String, String> held = new LinkedHashMap<>();

    private Map<String, String> listed = new LinkedHashMap<>();
    private volatile List<String> descriptions = List.of();

    /** @param scope the type, with its namespace if it has one, for the log */
    Quarantine(String scope, Counter counter) {
        this.scope = scope;
        this.counter = counter;
    }

    /** What is in it now, and why: {@code namespace/name: reason}; at most 100 of them. */
    List<String> descriptions() {
        return descriptions;
    }

    /** A list begins: what it does not bring is not there any more. */
    void listing() {
        listed = new LinkedHashMap<>();
    }

    /** The list is complete. */
    void listed() {
        held = listed;
        listed = new LinkedHashMap<>();
        show();
    }

    /** A list brought this. */
    void inList(String description) {
        note(listed, description);
    }

    /** A watch brought this. */
    void onWatch(String description) {
        note(held, description);
        show();
    }

    /** A watch brought this object, and it can be read. */
    void readable(ObjectKey key) {
        if (!held.isEmpty() && held.remove(key.toString()) != null) {
            show();
        }
    }

    private void note(Map<String, String> into, String description) {
        counter.increment();
        int colon = description.indexOf(": ");
        String key = colon < 0 ? description : description.substring(0, colon);
        if (!held.containsKey(key) && into.size() < LOGGED) {
            LOG.atWarn().addKeyValue("resource", scope).log("left out an object that cannot be read: {}", description);
        }
        if (into.size() < REMEMBERED) {
            into.put(key, description);
        }
    }

    private void show() {
        descriptions = List.copyOf(held.values());
    }
}
