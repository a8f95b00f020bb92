package dev.nearcache.twin;

import dev.nearcache.twin.Fiction.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a scripted server answers to lists. */
final class ListAnswers {
    private static final List<String> NO_LISTS = List.of(
            "",
            "not json",
            "null",
            "[]",
            "{}",
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"meta",
            "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"rows\":[]}",
            "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}",
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"7\"}}",
            "<html>welcome</html>");

    private final RandomGenerator random;
    private final Fiction fiction;
    private List<Pod> rest = List.of();
    private String version = "";

    ListAnswers(RandomGenerator random, Fiction fiction) {
        this.random = random;
        this.fiction = fiction;
    }

    /** A whole list, or the first page of one where pages were asked for. */
    Answer first(Request request) {
        fiction.changeUnseen();
        int roll = random.nextInt(100);
        if (roll < 55) {
            rest = random.nextInt(8) == 0 ? twice(fiction.pods()) : fiction.pods();
            version = random.nextInt(12) == 0 ? "" : Long.toString(fiction.version());
            return request.limit() > 0 && random.nextInt(5) < 2 ? page() : remainder();
        }
        return roll < 85 ? Refusals.answer(random).answer() : bad(roll);
    }

    /** A later page, often of a list that has expired in between. */
    Answer later() {
        int roll = random.nextInt(100);
        if (roll < 25) {
            return page();
        }
        if (roll < 60) {
            return remainder();
        }
        return roll < 80
                ? Refusals.ofVersion(random).answer()
                : roll < 92 ? Refusals.answer(random).answer() : bad(roll);
    }

    /** All that there is. */
    static Answer all(Fiction fiction) {
        return Answer.whole("all at " + fiction.version(), 200, list(fiction.pods(), "" + fiction.version(), ""));
    }

    private static List<Pod> twice(List<Pod> pods) {
        return Stream.concat(pods.stream(), pods.stream()).toList();
    }

    private Answer page() {
        int size = random.nextInt(rest.size() + 1);
        List<Pod> page = rest.subList(0, size);
        rest = rest.subList(size, rest.size());
        return Answer.whole(size + " at " + version + " and more", 200, list(page, version, "more"));
    }

    private Answer remainder() {
        return Answer.whole("the last " + rest.size() + " at " + version, 200, list(rest, version, ""));
    }

    private Answer bad(int roll) {
        return switch (roll % 4) {
            case 0 -> Answer.broken("no answer", Answer.Ending.TORN);
            case 1 -> Answer.broken("reset", Answer.Ending.RESET);
            case 2 -> {
                String body = list(fiction.pods(), "" + fiction.version(), "");
                List<String> half = List.of(body.substring(0, body.length() / 2));
                yield new Answer("half a list", Set.of(), 200, half, Answer.Ending.TORN, Duration.ZERO);
            }
            default -> {
                String body = NO_LISTS.get(random.nextInt(NO_LISTS.size()));
                yield Answer.whole("200 " + body, 200, body, Answer.Trait.NO_LIST);
            }
        };
    }

    private static String list(List<Pod> pods, String version, String token) {
        return "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version + "\""
                + (token.isEmpty() ? "" : ",\"continue\":\"" + token + "\"") + "},\"items\":["
                + pods.stream().map(Pod::item).collect(Collectors.joining(",")) + "]}";
    }
}
