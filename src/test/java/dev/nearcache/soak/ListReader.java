package dev.nearcache.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.soak.Asker.Answer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Lists, whole or by pages, the newest or at a version of before, and holds each against what there really was at the
 * version that it says. For the script's thread.
 */
final class ListReader {
    private static final int OK = 200;
    private static final int GONE = 410;
    private static final Traits NOTHING = new Traits("", "", "");

    private final Asker asker;
    private final int port;
    private final Truth truth;
    private final Findings findings;
    private final RandomGenerator random;
    private final Map<SoakType, Long> newest = new EnumMap<>(SoakType.class);
    private final List<Listed> unjudged = new ArrayList<>();
    private long checks;
    private long refused;

    /** A list that came. */
    private record Listed(
            String question, SoakType type, Selector selector, long version, Map<String, State> objects) {}

    private enum Order {
        NEWEST,
        ANY
    }

    ListReader(Asker asker, int port, Truth truth, Findings findings, RandomGenerator random) {
        this.asker = asker;
        this.port = port;
        this.truth = truth;
        this.findings = findings;
        this.random = random;
    }

    /** Asks for one list; it is judged later, when the truth is known. */
    void read() {
        SoakType type = SoakType.draw(random);
        Selector selector = random.nextBoolean() ? Selector.ALL : Selector.draw(type, random);
        String limit = random.nextBoolean() ? "limit=" + random.nextInt(5, 60) : "";
        Long known = newest.get(type);
        String version = known == null
                ? ""
                : switch (random.nextInt(4)) {
                    case 0 -> "&resourceVersionMatch=Exact&resourceVersion=" + known;
                    case 1 -> "&resourceVersionMatch=NotOlderThan&resourceVersion=" + known;
                    default -> "";
                };
        read(type, selector, limit, version);
    }

    /** The newest list of all objects of each type. */
    void readAll() {
        for (SoakType type : SoakType.values()) {
            read(type, Selector.ALL, "", "");
        }
    }

    /** Holds what was read against the truth, which by now knows what happened before. */
    void judge() {
        unjudged.forEach(this::judge);
        unjudged.clear();
    }

    long checks() {
        return checks;
    }

    /** Lists that were not to be had: too old, too new, or not there at the moment. */
    long refused() {
        return refused;
    }

    private void read(SoakType type, Selector selector, String limit, String version) {
        String path = random.nextInt(3) == 0
                ? "/v1" + (selector.namespace().isEmpty() ? "" : "/namespaces/" + selector.namespace()) + "/"
                        + type.resource()
                : type.path(selector.namespace());
        String question = path + "?" + selector.parameters() + limit;
        try {
            Order order = version.contains("Exact") ? Order.ANY : Order.NEWEST;
            collect(type, selector, question, version, order);
        } catch (IOException silent) {
            findings.add(Finding.INCONSISTENT, "list reader", question + version + ": " + silent, "");
        }
    }

    private void collect(SoakType type, Selector selector, String question, String version, Order order)
            throws IOException {
        Map<String, State> objects = new HashMap<>();
        long at = 0;
        String token = "";
        do {
            String next = token.isEmpty() ? version : "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
            Answer answer = asker.json(port, clean(question + next));
            if (answer.status() != OK) {
                refuse(question + next, answer);
                return;
            }
            long page = answer.body().path("metadata").path("resourceVersion").asLong();
            if (at != 0 && page != at) {
                find(question, "its pages are of versions " + at + " and " + page);
            }
            at = page;
            answer.body().path("items").forEach(item -> put(objects, item, question));
            token = answer.body().path("metadata").path("continue").asText("");
        } while (!token.isEmpty());
        checkOrder(type, question + version, at, order);
        unjudged.add(new Listed(question + version, type, selector, at, objects));
    }

    private void checkOrder(SoakType type, String question, long at, Order order) {
        Long before = newest.get(type);
        if (order == Order.NEWEST) {
            if (before != null
                    && at < before
                    && truth.of(type).of(before) == truth.of(type).of(at)) {
                find(question, "it is at " + at + ", and one before was at " + before);
            }
            newest.put(type, at);
        }
    }

    private void put(Map<String, State> objects, JsonNode item, String question) {
        JsonNode metadata = item.path("metadata");
        String namespace = metadata.path("namespace").asText("");
        String name = metadata.path("name").asText();
        String key = namespace.isEmpty() ? name : namespace + "/" + name;
        State state = new State(
                metadata.path("resourceVersion").asLong(), metadata.path("uid").asText(), NOTHING);
        if (objects.put(key, state) != null) {
            find(question, key + " is in it twice");
        }
    }

    private void refuse(String question, Answer answer) {
        refused++;
        // 410 and 503 are how it says that it cannot; 504 that a version has not come, as after a restore.
        if (answer.status() != GONE && answer.status() != 503 && answer.status() != 504) {
            find(question, "status " + answer.status() + ": " + answer.body());
        }
    }

    private void judge(Listed list) {
        checks++;
        String difference = switch (list.type().order()) {
            case OF_THE_TYPE ->
                Difference.between(
                        list.objects(), truth.of(list.type()).of(list.version()).at(list.version()), list.selector());
            case OF_EACH_OBJECT -> union(list);
        };
        if (!difference.isEmpty()) {
            find(list.question(), "at version " + list.version() + ": " + difference);
        }
    }

    private String union(Listed list) {
        Map<String, String> wrong = new Union(truth.of(list.type()), list.type())
                .at(list.version(), list.objects(), list.selector())
                .wrong();
        return wrong.isEmpty() ? "" : "never so: " + wrong;
    }

    private void find(String question, String what) {
        findings.add(Finding.INCONSISTENT, "list " + question, what, "");
    }

    private static String clean(String question) {
        return question.replace("?&", "?").replace("&&", "&");
    }
}
