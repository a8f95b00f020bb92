package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.rows.Side.Pod;
import dev.nearcache.rows.Watched.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What else is asked of watches (kubernetes-api.md 7.6), each row in namespaces of its own. */
@Timeout(60)
class WatchScenariosIT {
    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.empty();

    /** A row and what it does. */
    enum Row {
        ONE_OBJECT_FROM_VERSION_0("7.6 #6") {
            @Override
            void play(Side side) {
                String named = pods("zero") + "?watch=1&fieldSelector=metadata.name%3Dfoo&resourceVersion=";
                long created = side.write(Pod.of("zero", "foo"));
                try (Watched watch = side.watch(named + "0")) {
                    assertEquals("ADDED foo@" + created, shown(watch.next()));
                    long updated = side.write(Pod.of("zero", "foo").labelled("a", "b"));
                    assertEquals("MODIFIED foo@" + updated, shown(watch.next()));
                    try (Watched later = side.watch(named + "0")) {
                        assertEquals("ADDED foo@" + updated, shown(later.next()));
                    }
                }
                side.forget();
                try (Watched forgotten = side.watch(named + "1")) {
                    List<Event> told = forgotten.rest();
                    assertEquals(List.of(410), told.stream().map(Event::code).toList());
                    assertEquals("Expired", told.get(0).object().path("reason").asText());
                }
            }
        },
        A_DELETION_HAS_A_VERSION_OF_ITS_OWN("7.6 #7") {
            @Override
            void play(Side side) {
                long created = side.write(Pod.of("deletion", "foo"));
                try (Watched watch = side.watch(since("deletion", created))) {
                    long deleted = side.delete("deletion", "foo");
                    Event event = watch.next();
                    while (!event.type().equals("DELETED")) {
                        event = watch.next();
                    }
                    assertEquals(deleted, event.version());
                    assertNotEquals(created, event.version());
                }
            }
        },
        AN_UPDATE_SINCE_THE_OBJECTS_VERSION("7.6 #8") {
            @Override
            void play(Side side) {
                long created = side.write(Pod.of("update", "foo"));
                try (Watched watch = side.watch(since("update", created))) {
                    long updated = side.write(Pod.of("update", "foo").labelled("a", "b"));
                    assertEquals("MODIFIED foo@" + updated, shown(watch.next()));
                }
            }
        },
        WHAT_IS_BUFFERED_IS_DELIVERED("7.6 #9") {
            @Override
            void play(Side side) {
                long start = side.write(Pod.of("buffered", "start"));
                try (Watched watch = side.watch(since("buffered", start) + "&timeoutSeconds=3")) {
                    List<String> written = create(side, "buffered", 21);
                    assertEquals(written.get(0), shown(watch.next()));
                    List<String> rest = watch.rest().stream().map(Row::shown).toList();
                    assertTrue(rest.size() >= 10, () -> "only " + rest);
                    assertEquals(written.subList(1, rest.size() + 1), rest);
                }
            }
        },
        WHO_DOES_NOT_READ_HOLDS_UP_NOBODY("7.6 #10") {
            @Override
            void play(Side side) {
                long start = side.write(Pod.of("crowd", "start"));
                List<Watched> idle = IntStream.range(0, 50)
                        .mapToObj(any -> side.watch(since("crowd", start)))
                        .toList();
                try (Watched reader = side.watch(since("crowd", start))) {
                    List<String> written = create(side, "crowd", 22);
                    assertEquals(
                            written, reader.next(22).stream().map(Row::shown).toList());
                } finally {
                    idle.forEach(Watched::close);
                }
            }
        },
        A_VERSION_OF_THE_FUTURE_IS_SILENT_UNTIL_IT_HAS_PASSED("7.6 #27") {
            @Override
            void play(Side side) {
                long future = side.write(Pod.of("future", "start")) + 10;
                try (Watched watch = side.watch(since("future", future))) {
                    long last = 0;
                    for (int number = 0; last <= future; number++) {
                        last = side.write(Pod.of("future", "p" + number));
                    }
                    assertEquals(last, watch.next().version());
                }
            }
        },
        TWO_WATCHERS_SEE_THE_SAME("7.6 #28") {
            @Override
            void play(Side side) {
                long start = side.write(Pod.of("same", "start"));
                try (Watched slow = side.watch(since("same", start));
                        Watched second = side.watch(since("same", start))) {
                    List<String> written = create(side, "same", 100);
                    for (Watched watch : List.of(second, slow)) {
                        assertEquals(
                                written,
                                watch.next(100).stream().map(Row::shown).toList());
                    }
                }
            }
        },
        THE_OBJECTS_AND_THEIR_END("7.6 #30") {
            @Override
            void play(Side side) {
                begin(side, "with-mark", "true", "true", List.of("", "0", "before", "now"), 3);
            }
        },
        THE_OBJECTS_WITHOUT_A_MARK("7.6 #31") {
            @Override
            void play(Side side) {
                begin(side, "no-mark", "true", "false", List.of("", "0", "before", "now"), 3);
            }
        },
        NOTHING_BEFORE_WHAT_CHANGES("7.6 #32") {
            @Override
            void play(Side side) {
                begin(side, "none-marked", "false", "true", List.of("", "0", "now"), 0);
                begin(side, "none", "false", "false", List.of("", "0", "now"), 0);
            }
        },
        A_REPLAY_OF_THE_HISTORY("7.6 #33") {
            @Override
            void play(Side side) {
                begin(side, "replay-marked", "false", "true", List.of("before"), 3);
                begin(side, "replay", "false", "false", List.of("before"), 3);
            }
        },
        THE_OBJECTS_BY_DEFAULT("7.6 #34") {
            @Override
            void play(Side side) {
                begin(side, "default", "", "false", List.of("", "0"), 3);
            }
        },
        THE_MARKS_VERSION_IS_THE_WHOLE_TYPES("7.6 #35") {
            @Override
            void play(Side side) {
                create(side, "mark", 5);
                long elsewhere = side.write(Pod.of("mark-other", "one"));
                try (Watched watch = side.watch(streamed("mark") + "&timeoutSeconds=1")) {
                    List<Event> told =
                            watch.rest().stream().filter(Event::isDue).toList();
                    assertEquals(6, told.size());
                    assertTrue(told.get(5).endsTheBeginning());
                    assertEquals(elsewhere, told.get(5).version());
                }
            }
        },
        THE_MARK_OF_ONE_OBJECT("7.6 #36") {
            @Override
            void play(Side side) {
                create(side, "marked", 5);
                long last = side.write(Pod.of("marked", "last"));
                String named = "/api/v1/pods?watch=1&allowWatchBookmarks=true&fieldSelector=metadata.name%3Dlast";
                try (Watched watch = side.watch(named)) {
                    assertEquals("ADDED last@" + last, shown(watch.next()));
                    Event mark = watch.next();
                    assertTrue(mark.endsTheBeginning());
                    assertEquals(last, mark.version());
                }
            }
        },
        THE_MARK_OF_NOTHING("7.6 #37") {
            @Override
            void play(Side side) {
                long last = side.write(Pod.of("full", "one"));
                try (Watched watch = side.watch(streamed("empty") + "&timeoutSeconds=1")) {
                    List<Event> told =
                            watch.rest().stream().filter(Event::isDue).toList();
                    assertEquals(1, told.size());
                    assertTrue(told.get(0).endsTheBeginning());
                    assertEquals(last, told.get(0).version());
                }
            }
        },
        A_STREAMED_LIST_OF_THE_FUTURE("7.6 #38") {
            @Override
            void play(Side side) {
                long last = side.write(Pod.of("late", "one"));
                try (Watched watch = side.watch(streamed("late") + "&resourceVersion=" + (last + 1_000_000))) {
                    List<Event> told = watch.rest();
                    assertEquals(List.of(504), told.stream().map(Event::code).toList());
                    assertEquals(
                            "ResourceVersionTooLarge",
                            told.get(0).object().at("/details/causes/0/reason").asText());
                    assertEquals(
                            1,
                            told.get(0)
                                    .object()
                                    .at("/details/retryAfterSeconds")
                                    .asInt());
                }
                try (Watched watch = side.watch(streamed("late") + "&resourceVersion=" + last)) {
                    assertEquals("ADDED one@" + last, shown(watch.next()));
                }
            }
        },
        A_HISTORY_AND_A_LIST_ARE_THE_SAME_OBJECTS("7.6 #39") {
            @Override
            void play(Side side) {
                begin(side, "same-false", "false", "true", List.of("before"), 3);
                begin(side, "same-absent", "", "true", List.of("before"), 3);
                begin(side, "same-true", "true", "false", List.of("before"), 3);
                begin(side, "same-mark", "true", "true", List.of("before"), 3);
            }
        };

        private final String id;

        Row(String id) {
            this.id = id;
        }

        abstract void play(Side side);

        @Override
        public String toString() {
            return id;
        }

        /**
         * Objects 1 to 3; a watch; then 4 and 5. What comes before those must be the objects, and a mark only where it is
         * due (7.6 #40).
         */
        private static void begin(
                Side side, String namespace, String initial, String bookmarks, List<String> starts, int objects) {
            for (int each = 0; each < starts.size(); each++) {
                String own = namespace + "-" + each;
                long before = side.write(Pod.of(own + "-other", "start"));
                List<String> first = create(side, own, 3);
                long now = Long.parseLong(first.get(2).split("@", 2)[1]);
                String start = starts.get(each).replace("before", "" + before).replace("now", "" + now);
                String query =
                        (initial.isEmpty() ? "" : "&resourceVersionMatch=NotOlderThan&sendInitialEvents=" + initial)
                                + (start.isEmpty() ? "" : "&resourceVersion=" + start);
                boolean mark = initial.equals("true") && bookmarks.equals("true");
                try (Watched watch = side.watch(pods(own) + "?watch=1&allowWatchBookmarks=" + bookmarks + query)) {
                    List<Event> told = watch.next(objects + (mark ? 1 : 0));
                    List<String> later = create(side, own, 4, 5);
                    told.addAll(watch.due(2));

                    List<String> expected = new ArrayList<>(first.subList(0, objects));
                    if (mark) {
                        Event end = told.remove(objects);
                        assertTrue(end.isBookmark() && end.endsTheBeginning(), end::toString);
                        assertTrue(end.version() >= now, end::toString);
                    }
                    expected.addAll(later);
                    assertEquals(expected, told.stream().map(Row::shown).toList(), start);
                }
            }
        }

        private static List<String> create(Side side, String namespace, int count) {
            return create(side, namespace, 1, count);
        }

        /** Pods with these numbers, and the events that tell of them. */
        private static List<String> create(Side side, String namespace, int from, int to) {
            return IntStream.rangeClosed(from, to)
                    .mapToObj(number -> "p%03d".formatted(number))
                    .map(name -> "ADDED " + name + "@" + side.write(Pod.of(namespace, name)))
                    .toList();
        }

        private static String shown(Event event) {
            return event.type() + " " + event.name() + "@" + event.version();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFacadeTells(Row row) {
        row.play(SIDES.facade());
    }

    @Tag("testbed")
    @ParameterizedTest
    @EnumSource
    void theApiServerTells(Row row) {
        row.play(SIDES.real());
    }

    private static String pods(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/pods";
    }

    private static String since(String namespace, long version) {
        return pods(namespace) + "?watch=1&resourceVersion=" + version;
    }

    private static String streamed(String namespace) {
        return pods(namespace) + "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
                + "&resourceVersionMatch=NotOlderThan";
    }
}
