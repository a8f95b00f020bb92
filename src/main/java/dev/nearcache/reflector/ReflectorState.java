package dev.nearcache.reflector;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.WatchStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a reflector is. Each state holds what it needs, and only that.
 *
 * <pre>
 *  Idle --> StreamOpening --> Streaming --- end of the list marked ---+
 *    |         |    ^            |                                    |
 *    |         +----|-- cannot --+                                    |
 *    v              |                                                 v
 *  Listing <--------|----------- relist --+        +---- closed --- Watching
 *    | ^ pages      +-- again --+         |        v                  ^ |
 *    | +--+                     |      Waiting   Opening --- 200 -----+ |
 *    |                          +-------- ^  |      ^                   |
 *    +-- whole ---------------------------|--|------+                   |
 *                                         |  +-- rewatch                |
 *  any --> Stopped                        +------------ failed ---------+
 * </pre>
 */
sealed interface ReflectorState {
    /** Lets go of what only this state needs. */
    default void leave() {}

    /** Readers wait for a version that was not reached. */
    default void seek(ResourceVersion version) {}

    /** Not started. */
    record Idle() implements ReflectorState {}

    /**
     * A list is under way.
     *
     * @param version the version asked for when the cycle began
     * @param limit the page size when the cycle began
     * @param stage which list this is
     * @param options the request that is out
     * @param pages what the earlier pages brought
     */
    record Listing(String version, long limit, Stage stage, ListOptions options, Pages pages)
            implements ReflectorState {
        static Listing begin(String version, long limit) {
            return new Listing(version, limit, Stage.LIST, new ListOptions(version, limit, ""), Pages.NONE);
        }

        /** The next page; the version must not be sent again with the token (reflector.md 1.8). */
        Listing after(ListPage page) {
            Stage later = ofNewest() ? Stage.NEWEST_LATER_PAGE : Stage.LIST_LATER_PAGE;
            return new Listing(
                    version, limit, later, new ListOptions("", limit, page.continueToken()), pages.and(page));
        }

        /** All in one piece, at the version that the pages were first asked for. */
        Listing whole() {
            return ofNewest()
                    ? again(Stage.NEWEST, ListPosition.NEWEST_VERSION, 0, Pages.LOST)
                    : again(Stage.LIST, version, 0, Pages.LOST);
        }

        /** From the start, at the newest version, with the page size of the beginning (reflector.md 1.7, step 4). */
        Listing newest() {
            return again(Stage.NEWEST, ListPosition.NEWEST_VERSION, limit, Pages.NONE);
        }

        /** Whether this is the one list in one piece that follows on lost pages; some servers page even that. */
        boolean isWhole() {
            return pages.lost() > 0;
        }

        private Listing again(Stage next, String at, long most, Pages before) {
            return new Listing(version, limit, next, new ListOptions(at, most, ""), before);
        }

        private boolean ofNewest() {
            return stage == Stage.NEWEST || stage == Stage.NEWEST_LATER_PAGE;
        }
    }

    /**
     * A watch that begins with a list was asked for; the answer is not there yet.
     *
     * @param attempt how many times in a row, 1 for the first
     */
    record StreamOpening(int attempt, long startNanos) implements ReflectorState {}

    /** The list at the beginning of a watch is coming. */
    record Streaming(WatchStream stream, Timers.Scheduled limit) implements ReflectorState {
        @Override
        public void leave() {
            limit.cancel();
            stream.stop();
        }
    }

    /** A watch was asked for; the answer is not there yet. */
    record Opening(ResourceVersion from, long startNanos) implements ReflectorState {}

    /** A watch is open. */
    record Watching(WatchStream stream) implements ReflectorState {
        @Override
        public void seek(ResourceVersion version) {
            stream.seek(version);
        }

        @Override
        public void leave() {
            stream.stop();
        }
    }

    /**
     * Nothing is asked for until the timer rings.
     *
     * @param delay how long that takes from the beginning
     * @param dueNanos when it rings, of {@link Timers#nanos}
     * @param what what is waited for
     * @param move what is done then
     */
    record Waiting(Timers.Scheduled timer, Duration delay, long dueNanos, For what, Runnable move)
            implements ReflectorState {
        /** What may end a wait. */
        enum For {
            /** The server has answered, and is left alone for the whole of it. */
            TIME,
            /** Nobody has answered; that the server can be reached again ends it too. */
            CONTACT,
            /** The first answer after nobody had answered: it is as long as the outage has made it, not the server. */
            PACE,
            /** The server does not know who we are; that we have other credentials ends it too. */
            LOGIN,
            /** The server has no such type; news of its types end it too. */
            TYPE
        }

        @Override
        public void leave() {
            timer.cancel();
        }
    }

    /** For good. */
    record Stopped() implements ReflectorState {}

    /**
     * The pages of one list so far. The version of the list is that of its first page.
     *
     * @param items their objects; grows in place, since the pages of one list are owned by one chain of states
     * @param version of the first page
     * @param count how many they are
     * @param lost how many came before and had to be given up, since the rest could no longer be had
     */
    record Pages(List<KubeObject> items, ResourceVersion version, int count, int lost) {
        static final Pages NONE = new Pages(List.of(), ResourceVersion.NONE, 0, 0);
        static final Pages LOST = new Pages(List.of(), ResourceVersion.NONE, 0, 1);

        Pages and(ListPage page) {
            if (count == 0) {
                return new Pages(page.items(), page.resourceVersion(), 1, lost);
            }
            List<KubeObject> grown = count == 1 ? new ArrayList<>(items) : items;
            grown.addAll(page.items());
            return new Pages(grown, version, count + 1, lost);
        }

        /** Whether the server has cut this list into pages, kept or lost. */
        boolean several() {
            return count + lost > 1;
        }
    }
}
