package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What else is asked of lists (kubernetes-api.md 7.3), each row in namespaces of its own. */
class ListScenariosIT {
    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.empty();

    /** A row and what it does. */
    enum Row {
        ONE_OBJECT_BY_NAME("7.3 #2") {
            @Override
            void play(Side side) {
                long created = side.write(Pod.of("one", "foo"));
                long updated = side.write(Pod.of("one", "foo").labelled("a", "b"));
                String named = pods("one") + "?fieldSelector=metadata.name%3Dfoo";
                assertEquals(List.of("foo@" + updated), versions(side.get(named)));
                assertEquals(List.of("foo@" + updated), versions(side.get(named + since(created, "NotOlderThan"))));
                assertEquals(List.of("foo@" + created), versions(side.get(named + since(created, "Exact"))));
                assertEquals(List.of("foo@" + updated), versions(side.get(named + since(updated, "Exact"))));
                assertEquals(
                        504,
                        side.get(named + "&resourceVersion=" + Long.MAX_VALUE).status());
                Answer other = side.get(pods("one") + "?fieldSelector=metadata.name%3Dother");
                assertEquals(List.of(), names(other));
                assertFalse(metadata(other).path("resourceVersion").asText().isEmpty());
            }
        },
        A_PREFIX_IS_NO_NAMESPACE("7.3 #3") {
            @Override
            void play(Side side) {
                side.write(Pod.of("test-ns", "foo"));
                side.write(Pod.of("test-ns", "foobar"));
                long last = side.write(Pod.of("test-ns2", "baz"));
                for (String how :
                        List.of(since(last, "Exact"), "", "&resourceVersion=0&resourceVersionMatch=NotOlderThan")) {
                    assertEquals(List.of("foo", "foobar"), names(side.get(pods("test-ns") + "?x" + how)));
                    assertEquals(
                            List.of("foo"),
                            names(side.get(pods("test-ns") + "?fieldSelector=metadata.name%3Dfoo" + how)));
                }
            }
        },
        PAGES_OF_ONE_VERSION("7.3 #4") {
            @Override
            void play(Side side) {
                List.of("a", "b", "c").forEach(name -> side.write(Pod.of("pages", name)));
                Answer first = side.get(pods("pages") + "?limit=1");
                Answer rest = side.get(pods("pages") + "?continue=" + token(first));
                Answer second = side.get(pods("pages") + "?limit=1&continue=" + token(first));
                Answer third = side.get(pods("pages") + "?limit=1&continue=" + token(second));
                assertEquals(List.of("a"), names(first));
                assertEquals(List.of("b", "c"), names(rest));
                assertEquals(List.of("b"), names(second));
                assertEquals(List.of("c"), names(third));
                assertEquals("", token(rest) + token(third));
                for (Answer page : List.of(rest, second, third)) {
                    assertEquals(
                            metadata(first).path("resourceVersion"),
                            metadata(page).path("resourceVersion"));
                }
            }
        },
        A_NAME_AMONG_MANY("7.3 #5") {
            @Override
            void play(Side side) {
                for (int i = 0; i < 100; i++) {
                    side.write(Pod.of("many", "pod-" + i));
                }
                Answer found = side.get(pods("many") + "?limit=1&fieldSelector=metadata.name%3Dpod-99");
                assertEquals(List.of("pod-99"), names(found));
                assertEquals("", token(found));
            }
        },
        PAGES_OF_WHAT_MATCHES("7.3 #6") {
            @Override
            void play(Side side) {
                List.of("f1-foo", "f2-bar", "f3-foo", "f4-foo").forEach(name -> side.write(Pod.of("skips", name)));
                String others = pods("skips") + "?limit=2&fieldSelector=metadata.name!%3Df2-bar";
                Answer first = side.get(others);
                Answer second = side.get(others + "&continue=" + token(first));
                assertEquals(List.of("f1-foo", "f3-foo"), names(first));
                assertEquals(List.of("f4-foo"), names(second));
                assertEquals("", token(second));
                assertEquals(
                        metadata(first).path("resourceVersion"),
                        metadata(second).path("resourceVersion"));
            }
        },
        A_LIST_IS_THE_SAME_AT_ITS_VERSION("7.3 #8") {
            @Override
            void play(Side side) {
                for (int i = 0; i < 5; i++) {
                    side.write(Pod.of("even", "p" + i).labelled("even", i % 2 == 0 ? "true" : "false"));
                }
                String even = pods("even") + "?limit=4&labelSelector=even%3Dtrue";
                Answer now = side.get(even);
                side.write(Pod.of("even", "p9").labelled("even", "true"));
                long version = metadata(now).path("resourceVersion").asLong();
                Answer again = side.get(even + since(version, "Exact"));
                Answer later = side.get(even + since(version, "NotOlderThan"));
                Answer laterAgain = side.get(
                        even + since(metadata(later).path("resourceVersion").asLong(), "Exact"));
                assertEquals(versions(now), versions(again));
                assertEquals(versions(later), versions(laterAgain));
            }
        },
        WHAT_IS_MADE_MEANWHILE_IS_ON_NO_PAGE("7.3 #9") {
            @Override
            void play(Side side) {
                for (int i = 0; i < 4; i++) {
                    side.write(Pod.of("calls", "test-" + i));
                }
                List<String> seen = new ArrayList<>();
                String token = "";
                int calls = 0;
                do {
                    Answer page = side.get(pods("calls") + "?limit=1&continue=" + token);
                    seen.addAll(names(page));
                    token = token(page);
                    if (++calls == 2) {
                        side.write(Pod.of("calls", "test-5"));
                    }
                } while (!token.isEmpty());
                assertEquals(4, calls);
                assertEquals(List.of("test-0", "test-1", "test-2", "test-3"), seen);
            }
        },
        NO_ITEM_IS_NEWER_THAN_ITS_LIST("7.3 #11") {
            @Override
            void play(Side side) {
                for (int i = 0; i < 100; i++) {
                    long version = side.write(Pod.of("busy", "one").labelled("i", "v" + i));
                    Answer list = side.get(pods("busy") + "?x" + since(version, i % 2 == 0 ? "Exact" : "NotOlderThan"));
                    long listed = metadata(list).path("resourceVersion").asLong();
                    assertTrue(listed >= version && (i % 2 == 1 || listed == version));
                    list.json()
                            .path("items")
                            .forEach(item -> assertTrue(item.path("metadata")
                                            .path("resourceVersion")
                                            .asLong()
                                    <= listed));
                }
            }
        },
        TOKENS_THAT_CANNOT_BE_READ("7.3 #29") {
            @Override
            void play(Side side) {
                side.write(Pod.of("tokens", "key"));
                String invalid = "invalid continue token: continue key is not valid: ";
                assertEquals(200, continued(side, "meta.k8s.io/v1", -1, "key").status());
                assertEquals(200, continued(side, "meta.k8s.io/v1", -1, "/").status());
                for (String version : List.of("", "v1")) {
                    assertEquals(
                            invalid + "server does not recognize this encoded version " + version,
                            continued(side, version, 1, "key").message());
                }
                assertEquals(
                        invalid + "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
                        continued(side, "meta.k8s.io/v1", 0, "key").message());
                assertEquals(
                        invalid + "encoded start key empty (version meta.k8s.io/v1)",
                        continued(side, "meta.k8s.io/v1", 1, "").message());
                for (String start : List.of("../key", "./key", "./../key", "key/../..")) {
                    Answer refused = continued(side, "meta.k8s.io/v1", 1, start);
                    assertEquals(400, refused.status());
                    assertTrue(refused.message().startsWith(invalid), refused.message());
                }
            }
        },
        HOW_MANY_REMAIN("7.3 #30") {
            @Override
            void play(Side side) {
                for (int i = 0; i < 5; i++) {
                    side.write(Pod.of("remain", "p" + i).labelled("a", "b"));
                }
                Answer all = side.get(pods("remain") + "?limit=2");
                Answer labelled = side.get(pods("remain") + "?limit=2&labelSelector=a%3Db");
                assertEquals(3, metadata(all).path("remainingItemCount").asInt());
                assertTrue(metadata(labelled).path("remainingItemCount").isMissingNode());
            }
        },
        A_LIMIT_COUNTS_BUT_AT_ZERO("7.3 #33") {
            @Override
            void play(Side side) {
                side.write(Pod.of("limit", "a"));
                long version = side.write(Pod.of("limit", "b"));
                assertEquals(2, names(side.get(pods("limit") + "?limit=0")).size());
                assertEquals(1, names(side.get(pods("limit") + "?limit=1")).size());
                assertEquals(
                        1,
                        names(side.get(pods("limit") + "?limit=1&resourceVersion=" + version))
                                .size());
                assertEquals(
                        2,
                        names(side.get(pods("limit") + "?limit=1&resourceVersion=0"))
                                .size());
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
    }

    @ParameterizedTest
    @EnumSource
    void theFacadeLists(Row row) {
        row.play(SIDES.facade());
    }

    @Tag("testbed")
    @ParameterizedTest
    @EnumSource
    void theApiServerLists(Row row) {
        row.play(SIDES.real());
    }

    private static String pods(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/pods";
    }

    private static String since(long version, String match) {
        return "&resourceVersion=" + version + "&resourceVersionMatch=" + match;
    }

    private static Answer continued(Side side, String format, long version, String start) {
        String json = "{\"v\":\"" + format + "\",\"rv\":" + version + ",\"start\":\"" + start + "\"}";
        return side.get(pods("tokens") + "?continue="
                + Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static JsonNode metadata(Answer list) {
        return list.json().path("metadata");
    }

    private static String token(Answer list) {
        return metadata(list).path("continue").asText();
    }

    private static List<String> names(Answer list) {
        return versions(list).stream().map(item -> item.split("@", 2)[0]).toList();
    }

    private static List<String> versions(Answer list) {
        assertEquals(200, list.status(), list::body);
        List<String> found = new ArrayList<>();
        for (JsonNode item : list.json().path("items")) {
            JsonNode metadata = item.path("metadata");
            found.add(metadata.path("name").asText() + "@"
                    + metadata.path("resourceVersion").asText());
        }
        return found;
    }
}
