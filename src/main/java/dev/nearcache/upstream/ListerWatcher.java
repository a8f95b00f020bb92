package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * Lists and watches one type in one namespace, or in all (reflector.md 1.1).
 *
 * <p>Confined to the context that calls it: futures complete, and events arrive, there. Futures fail with
 * {@link UpstreamException} and nothing else. The selectors of the configuration are part of the implementation, so
 * that a list and a watch can never select differently.
 */
public interface ListerWatcher {
    /**
     * One page, or everything.
     *
     * @param allowance counts each object as it comes; what it refuses fails the list, the rest of which is not read
     */
    Future<ListPage> list(ListOptions options, Allowance allowance);

    /** The same, whatever comes. */
    default Future<ListPage> list(ListOptions options) {
        return list(options, Allowance.UNLIMITED);
    }

    /** An open watch, once the server has answered 200. The caller must {@link WatchStream#stop} every one it gets. */
    Future<WatchStream> watch(WatchOptions options);

    /** The version that the server's storage has now, of whatever selection. */
    Future<ResourceVersion> newest();

    /**
     * What to list.
     *
     * @param version the text sent as {@code resourceVersion}: {@code ""} and {@code "0"} differ (reflector.md 1.7);
     *     {@code ""} sends none
     * @param limit page size; 0 sends none
     * @param continueToken the previous page's token; empty for the first page
     */
    record ListOptions(String version, long limit, String continueToken) {}

    /**
     * What to watch.
     *
     * @param version the version to start after
     * @param timeout how long the server is asked to keep the watch
     * @param initialEvents whether it is to begin with every object that there is, not older than the version
     */
    record WatchOptions(ResourceVersion version, Duration timeout, InitialEvents initialEvents) {
        /** A watch of what changes after a version. */
        public static WatchOptions after(ResourceVersion version, Duration timeout) {
            return new WatchOptions(version, timeout, InitialEvents.NONE);
        }

        /** A watch that begins with a list, whose end a bookmark marks (KEP-3157). */
        public static WatchOptions listing(ResourceVersion version, Duration timeout) {
            return new WatchOptions(version, timeout, InitialEvents.WANTED);
        }
    }

    /** How a watch begins. */
    enum InitialEvents {
        /** With the first change after its version. */
        NONE,
        /** With an ADDED for each object, then a bookmark that marks their end. */
        WANTED
    }
}
