package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.reflector.ReflectorState.Idle;
import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pages are asked for, and what comes of it (reflector.md 1.7 and 1.8). */
class PagedListTest {
    private static final int RUNS = 2_000;
    private static final List<Reason> REASONS = List.of(Reason.values());
    private static final List<Reason> REFUSED = List.of(Reason.EXPIRED, Reason.GONE, Reason.TOO_LARGE_VERSION);

    private final FakeListerWatcher server = new FakeListerWatcher();
    private final Recorder outcome = new Recorder();
    private final PagedList list = new PagedList(server, () -> Allowance.UNLIMITED, outcome);

    /** Writes down what comes of a list; in the state that it was last told to enter. */
    private static final class Recorder implements PagedList.Outcome {
        private final List<String> told = new ArrayList<>();
        private ReflectorState state = new Idle();

        List<String> told() {
            List<String> seen = List.copyOf(told);
            told.clear();
            return seen;
        }

        @Override
        public boolean isIn(ReflectorState asked) {
            return state == asked;
        }

        @Override
        public void enter(ReflectorState next) {
            state = next;
        }

        @Override
        public void listed(Listing last, Pages pages) {
            told.add("listed " + text(pages) + (pages.several() ? " in pages" : ""));
        }

        @Override
        public void refused(Stage stage, UpstreamException failure) {
            told.add("refused " + stage + " " + failure.reason());
        }

        @Override
        public void pagesLost(Listing listing, UpstreamException failure) {
            told.add("lost " + text(listing.pages()) + " " + failure.reason());
        }

        @Override
        public void failed(Listing listing, UpstreamException failure) {
            told.add("failed " + listing.stage() + " " + failure.reason());
        }

        private static String text(Pages pages) {
            return pages.items().stream().map(item -> item.key().name()).collect(Collectors.joining()) + "@"
                    + pages.version();
        }
    }

    /** {@code 7 abc} is the last page, at version 7; {@code 7 abc+} another follows; {@code EXPIRED} a failure. */
    private void answer(String step) {
        if (Character.isUpperCase(step.charAt(0))) {
            server.failList(Reason.valueOf(step));
            return;
        }
        String[] words = step.split(" ", -1);
        boolean more = words[1].endsWith("+");
        server.answerPage(
                Long.parseLong(words[0]),
                more ? "after-" + words[1].charAt(0) : "",
                words[1].replace("+", "")
                        .chars()
                        .mapToObj(name -> ReflectorTest.object(Character.toString(name), 1))
                        .toArray(KubeObject[]::new));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "one answer                              | 7 ab                        | 5/500                             | listed ab@7",
                "the version is the first page's         | 7 ab+; 8 c+; 9 d            | 5/500 /500/a /500/c               | listed abcd@7 in pages",
                "a refused version                       | EXPIRED; 9 a                | 5/500 /500                        | refused LIST EXPIRED; listed a@9",
                "a version gone                          | GONE; 9 a                   | 5/500 /500                        | refused LIST GONE; listed a@9",
                "a version of the future                 | TOO_LARGE_VERSION; 4 a      | 5/500 /500                        | refused LIST TOO_LARGE_VERSION; listed a@4",
                "whole, in pages all the same            | 7 a+; EXPIRED; 9 a+; 9 b    | 5/500 /500/a 5/0 /500/a           | lost a@7 EXPIRED; listed ab@9 in pages",
                "the newest refused as well              | EXPIRED; EXPIRED            | 5/500 /500                        | refused LIST EXPIRED; failed NEWEST EXPIRED",
                "a token that has expired                | 7 a+; EXPIRED; 9 ab         | 5/500 /500/a 5/0                  | lost a@7 EXPIRED; listed ab@9 in pages",
                "whole; then the version is refused      | 7 a+; EXPIRED; EXPIRED; 9 a | 5/500 /500/a 5/0 /500             | lost a@7 EXPIRED; refused LIST EXPIRED; listed a@9",
                "the newest's token expires              | GONE; 7 a+; EXPIRED; 9 ab   | 5/500 /500 /500/a /0              | refused LIST GONE; lost a@7 EXPIRED; listed ab@9 in pages",
                "a later page that is gone otherwise     | 7 a+; GONE; 9 b             | 5/500 /500/a /500                 | refused LIST_LATER_PAGE GONE; listed b@9",
                "a later page that fails                 | 7 a+; INTERNAL              | 5/500 /500/a                      | failed LIST_LATER_PAGE INTERNAL",
                "a later page of the newest that fails   | GONE; 7 a+; GONE            | 5/500 /500 /500/a                 | refused LIST GONE; failed NEWEST_LATER_PAGE GONE",
                "a failure                               | FORBIDDEN                   | 5/500                             | failed LIST FORBIDDEN"
            })
    void asksAndTells(String row, String answers, String requests, String told) {
        // When
        list.ask(Listing.begin("5", 500));
        for (String step : answers.split("; ", -1)) {
            answer(step);
        }

        // Then
        assertEquals(List.of(requests.split(" ", -1)), requests(), row);
        assertEquals(List.of(told.split("; ", -1)), outcome.told(), row);
    }

    /** The requests so far, each as version/limit and token. */
    private List<String> requests() {
        return server.requests().stream()
                .map(request ->
                        request.replace("list rv=", "").replace(" limit=", "/").replace(" continue=after-", "/"))
                .toList();
    }

    @Test
    void whatComesForAStateThatWasLeftIsDropped() {
        // Given
        list.ask(Listing.begin("5", 500));
        list.ask(Listing.begin("6", 500));

        // When
        answer("7 a");
        // Then
        assertEquals(List.of(), outcome.told());

        // When
        answer("8 b");
        // Then
        assertEquals(List.of("listed b@8"), outcome.told());
    }

    @Test
    void aFailureForAStateThatWasLeftIsDropped() {
        // Given
        list.ask(Listing.begin("5", 500));
        outcome.enter(new Idle());
        server.requests();

        // When
        answer("EXPIRED");

        // Then
        assertEquals(List.of(), outcome.told());
        assertEquals(List.of(), server.requests());
    }

    /** Any server, against the rules as one straight reading of the pager's and the reflector's code in turn. */
    @Test
    void anyServerIsAskedByTheRules() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < RUNS; run++) {
            // Given
            Model model = new Model();
            list.ask(Listing.begin("5", 500));

            // When
            while (!model.over) {
                String step = random.nextInt(3) > 0
                        ? "7 a" + (random.nextInt(4) > 0 ? "+" : "")
                        : REASONS.get(random.nextInt(REASONS.size())).name();
                model.step(step);
                answer(step);
            }

            // Then
            assertEquals(model.requests, requests(), () -> "seed " + seed);
            assertEquals(model.told, outcome.told(), () -> "seed " + seed);
        }
    }

    /** The rules, with a variable for each thing that client-go has one for. */
    private static final class Model {
        private final List<String> requests = new ArrayList<>(List.of("5/500"));
        private final List<String> told = new ArrayList<>();
        private boolean over;
        private boolean newest;
        private boolean lost;
        private String kept = "";

        void step(String step) {
            if (step.startsWith("7")) {
                page(step.endsWith("+"));
                return;
            }
            Reason reason = Reason.valueOf(step);
            boolean later = !kept.isEmpty();
            String stage = (newest ? "NEWEST" : "LIST") + (later ? "_LATER_PAGE" : "");
            if (later && reason == Reason.EXPIRED && !lost) {
                told.add("lost " + kept + "@7 " + reason);
                begin(newest ? "/0" : "5/0", true);
            } else if (!newest && REFUSED.contains(reason) && !(later && reason == Reason.EXPIRED)) {
                told.add("refused " + stage + " " + reason);
                newest = true;
                begin("/500", false);
            } else {
                told.add("failed " + stage + " " + reason);
                over = true;
            }
        }

        private void begin(String request, boolean again) {
            kept = "";
            lost = again;
            requests.add(request);
        }

        private void page(boolean more) {
            kept += "a";
            if (more) {
                requests.add("/500/a");
            } else {
                told.add("listed " + kept + "@7" + (lost || kept.length() > 1 ? " in pages" : ""));
                over = true;
            }
        }
    }
}
