package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.rows.Side.Pod;
import dev.nearcache.rows.Watched.Event;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bookmarks (kubernetes-api.md 7.7). Their period is a minute on both sides, so those before a deadline are looked at. */
@Timeout(120)
class BookmarkRowsIT {
    private static final String PODS = "/api/v1/namespaces/marks/pods";
    private static final String ALLOWED = "&allowWatchBookmarks=true";

    @TempDir
    Path directory;

    @Test
    void theFacadeSendsThem() {
        try (Side facade = new Facade()) {
            marks(facade);
        }
    }

    @Tag("testbed")
    @Test
    void theApiServerSendsThem() {
        try (Side real = RealServer.start(directory)) {
            marks(real);
        }
    }

    private static void marks(Side side) {
        anotherNamespaceMovesThem(side);
        theyAreInOrderWithEvents(side, since(side.write(Pod.of("marks", "start"))), "7.7 #2");
        theyAreInOrderWithEvents(side, since(0), "7.7 #3");
        theyComeAtTheEnd(side);
        versionsOfOtherTypesMoveThem(side);
        nothingMovesNothing(side);
    }

    /** 7.7 #1. */
    private static void anotherNamespaceMovesThem(Side side) {
        long start = side.write(Pod.of("marks", "start"));
        try (Watched allowed = side.watch(since(start) + "&timeoutSeconds=3" + ALLOWED);
                Watched refused = side.watch(since(start) + "&timeoutSeconds=3")) {
            long other = side.write(Pod.of("marks-other", "one"));
            List<Event> told = allowed.rest();
            assertTrue(!told.isEmpty() && told.stream().allMatch(Event::isBookmark), "7.7 #1");
            assertEquals(other, told.get(0).version(), "7.7 #1");
            assertEquals(List.of(), refused.rest(), "7.7 #1");
        }
    }

    /** 7.7 #2 and 7.7 #3: an event is newer than whatever stood before it, a bookmark is not older. */
    private static void theyAreInOrderWithEvents(Side side, String watched, String row) {
        try (Watched refused = side.watch(watched + "&timeoutSeconds=3");
                Watched allowed = side.watch(watched + "&timeoutSeconds=3" + ALLOWED)) {
            List<Event> told = new ArrayList<>();
            List<Event> toldWithout = new ArrayList<>();
            boolean open;
            boolean alsoOpen = true;
            do {
                long written = side.write(Pod.of("marks", "busy"));
                open = readUpTo(written, allowed, told);
                // Both are read, since a watch that nobody reads is cut off.
                alsoOpen = alsoOpen && readUpTo(written, refused, toldWithout);
            } while (open);

            boolean begun = watched.endsWith("=0");
            int live = begun
                    ? 1
                            + told.indexOf(told.stream()
                                    .filter(Event::endsTheBeginning)
                                    .findFirst()
                                    .orElseThrow())
                    : 0;
            long last = 0;
            for (Event event : told.subList(live, told.size())) {
                assertTrue(event.isBookmark() ? event.version() >= last : event.version() > last, row);
                last = event.version();
            }
            assertTrue(told.stream().skip(live).anyMatch(Event::isBookmark), row);
            assertTrue(toldWithout.stream().noneMatch(Event::isBookmark), row);
        }
    }

    /** Whether the watch is still open. */
    private static boolean readUpTo(long version, Watched watch, List<Event> told) {
        Optional<Event> next;
        do {
            next = watch.poll();
            next.ifPresent(told::add);
        } while (next.filter(event -> event.version() < version).isPresent());
        return next.isPresent();
    }

    /** 7.7 #4 and 7.7 #7: bookmarks before the end, then the end; at which second each comes is left to the clocks. */
    private static void theyComeAtTheEnd(Side side) {
        long start = side.write(Pod.of("marks", "start"));
        try (Watched watch = side.watch(since(start) + "&timeoutSeconds=6" + ALLOWED)) {
            long written = side.write(Pod.of("marks", "start"));
            List<Event> told = watch.rest();
            List<Event> marks = told.stream().filter(Event::isBookmark).toList();
            assertEquals(
                    List.of(written),
                    told.stream()
                            .filter(event -> !event.isBookmark())
                            .map(Event::version)
                            .toList(),
                    "7.7 #7");
            assertTrue(told.get(told.size() - 1).isBookmark(), "7.7 #7");
            assertTrue(marks.get(marks.size() - 1).version() >= written, "7.7 #4");
            assertEquals(
                    marks.stream().map(Event::version).sorted().toList(),
                    marks.stream().map(Event::version).toList(),
                    "7.7 #4");
        }
    }

    /** 7.7 #5. */
    private static void versionsOfOtherTypesMoveThem(Side side) {
        long start = side.write(Pod.of("marks", "start"));
        try (Watched watch = side.watch(since(start) + "&timeoutSeconds=3" + ALLOWED)) {
            long elsewhere = side.writeElsewhere();
            side.get(PODS);
            Event bookmark = watch.next();
            assertTrue(bookmark.isBookmark(), "7.7 #5");
            assertTrue(bookmark.version() >= elsewhere, "7.7 #5");
        }
    }

    /** 7.7 #6. */
    private static void nothingMovesNothing(Side side) {
        long now = side.get(PODS).json().at("/metadata/resourceVersion").asLong();
        try (Watched resumed = side.watch(since(now) + "&timeoutSeconds=3" + ALLOWED);
                Watched begun = side.watch(PODS + "?watch=1&resourceVersion=0&timeoutSeconds=3" + ALLOWED)) {
            assertEquals(List.of(), resumed.rest(), "7.7 #6");
            List<Event> marks = begun.rest().stream().filter(Event::isBookmark).toList();
            assertEquals(1, marks.size(), "7.7 #6");
            assertTrue(marks.get(0).endsTheBeginning(), "7.7 #6");
        }
    }

    private static String since(long version) {
        return PODS + "?watch=1&resourceVersion=" + version;
    }
}
