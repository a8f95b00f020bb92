package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows PG of client-go's pager tests (reflector.md 1.8 and 5.10): pages of ten, a list at version 20. */
class PagerConformanceTest {
    private static final int PAGE = 10;

    private final ReflectorScript script = new ReflectorScript(WatchList.NEVER, PAGE, Duration.ZERO);

    @ParameterizedTest(name = "{0}: {1} objects")
    @CsvSource({"PG-01,0,1", "PG-02,9,1", "PG-03,10,1", "PG-04,11,2", "PG-05,21,3"})
    void pagesAreOneListAtTheVersionOfTheFirst(String row, int objects, int pages) {
        // When
        for (int page = 0; page < pages; page++) {
            answer(page, pages, objects);
        }

        // Then only the first page carries the version, only the later ones a token
        List<String> requests = new ArrayList<>(List.of("list 0 limit 10"));
        IntStream.range(1, pages).forEach(page -> requests.add("list  limit 10 after C" + page));
        requests.add("watch 20");
        assertEquals(String.join("; ", requests), script.requests(), row);
        assertEquals(names(0, objects).trim(), script.store(), row);

        // And whether it was paged decides whether the next list is
        script.run("open; E 410 Expired; wait");
        assertEquals("list 20 limit " + (pages > 1 ? 10 : 0), script.requests(), row);
    }

    private void answer(int page, int pages, int objects) {
        String names = names(page * PAGE, Math.min(objects, (page + 1) * PAGE));
        int version = 20 + page;
        script.run(page == pages - 1 ? "list " + version + names : "page " + version + " C" + (page + 1) + names);
    }

    private static String names(int from, int to) {
        return IntStream.range(from, to).mapToObj(" pod-%02d@1"::formatted).collect(Collectors.joining());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            PG-07 expired, then whole              | page 20 C1 a@1; list!410 Expired; list 21 a@1 b@2 | list 0 limit 10; list  limit 10 after C1; list 0 limit 0; watch 21 | a@1 b@2
            PG-08,09 a version is sent once        | page 20 C1 a@1; list 20 b@2; open; E 410 Expired; wait; page 30 C2 a@1; list 31 b@2 | list 0 limit 10; list  limit 10 after C1; watch 20; list 20 limit 10; list  limit 10 after C2; watch 30 | a@1 b@2
            E20   Gone is not Expired              | page 20 C1 a@1; list!410 Gone; list 21 b@2 | list 0 limit 10; list  limit 10 after C1; list  limit 10; watch 21 | b@2
            1.8   whole, at the version first asked | page 20 C1 a@1; list 20 b@2; open; E 410 Expired; wait; page 30 C2 a@1; list!410 Expired; list 31 c@3 | list 0 limit 10; list  limit 10 after C1; watch 20; list 20 limit 10; list  limit 10 after C2; list 20 limit 0; watch 31 | c@3
            1.7   whole refused: paged at the newest | page 20 C1 a@1; list!410 Expired; list!410 Expired; page 30 C2 a@1; list 30 b@2 | list 0 limit 10; list  limit 10 after C1; list 0 limit 0; list  limit 10; list  limit 10 after C2; watch 30 | a@1 b@2
            1.8   the newest expired in its pages  | list!410 Expired; page 20 C1 a@1; list!410 Expired; list 21 b@2 | list 0 limit 10; list  limit 10; list  limit 10 after C1; list  limit 0; watch 21 | b@2
            1.7   and is refused whole             | list!410 Expired; page 20 C1 a@1; list!410 Expired; list!410 Expired; wait | list 0 limit 10; list  limit 10; list  limit 10 after C1; list  limit 0; list  limit 10 | ''
            """)
    void pagesThatExpireAreListedWhole(String row, String steps, String requests, String store) {
        // When
        script.run(steps);

        // Then
        assertEquals(requests, script.requests(), row);
        assertEquals(store, script.store(), row);
    }
}
