package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.testing.RowsDocument;
import dev.nearcache.testing.RowsDocument.NamedTest;
import dev.nearcache.testing.RowsDocument.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * {@code docs/conformance.md}, {@code docs/kubernetes-rows.md} and {@code docs/field-reports.md} are true: each row is held
 * by tests that exist and name it, or, where client-go's or kube-apiserver's behaviour does not apply, says why; and no row
 * is lost.
 */
class ConformanceTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final List<Row> CONFORMANCE = RowsDocument.rows(Path.of("docs/conformance.md"));
    private static final List<Row> KUBERNETES = RowsDocument.rows(Path.of("docs/kubernetes-rows.md"));
    private static final List<Row> REPORTS = RowsDocument.rows(Path.of("docs/field-reports.md"));

    /** A reason that is shorter does not say what there is instead. */
    private static final int SHORTEST_REASON = 30;

    @Test
    void noRowIsLost() {
        assertEquals(
                "{CD=13, CL=5, CT=17, DF=29, EH=1, EV=14, EX=4, FF=6, HP=1, ID=10, IX=4, LS=3, LZ=6, MC=9, ON=1, PG=24,"
                        + " RF=55, RQ=47, RT=4, SI=30, ST=6, SY=3, TS=7, UD=4, WL=28, WT=9, XP=25}",
                counts(CONFORMANCE));
        assertEquals(
                "{7.10=23, 7.11=7, 7.12=6, 7.2=64, 7.3=33, 7.4=7, 7.5=15, 7.6=41, 7.7=7, 7.8=8, 7.9=7}",
                counts(KUBERNETES));
        assertEquals("{AU=10, CF=7, CR=7, EX=8, LC=11, LW=23, ME=10, OR=12}", counts(REPORTS));
    }

    @Test
    void everyTestThatIsNamedExistsAndNamesItsRow() {
        List<String> faults = new ArrayList<>();
        for (Row row : concat(concat(CONFORMANCE, KUBERNETES), REPORTS)) {
            for (NamedTest test : row.tests()) {
                if (method(test).isEmpty()) {
                    faults.add(row.label() + ": there is not one test " + test);
                } else if (row.applies() && !names(source(test), row)) {
                    faults.add(row.label() + ": " + test.type() + " does not name it");
                }
            }
        }
        assertEquals(List.of(), faults);
    }

    @Test
    void everyRowIsHeldByATestOrSaysWhyNot() {
        List<String> faults = new ArrayList<>();
        for (Row row : concat(CONFORMANCE, KUBERNETES)) {
            boolean reasoned = !row.applies() && row.held().length() >= SHORTEST_REASON;
            if (!reasoned && (!row.applies() || row.tests().isEmpty())) {
                faults.add(row.label() + ": neither a test nor a reason: " + row.held());
            }
        }
        for (Row row : REPORTS) {
            if (row.tests().isEmpty()) {
                faults.add(row.label() + ": no test: " + row.held());
            }
        }
        assertEquals(List.of(), faults);
    }

    /** So one run of that tag shows all reports, by id. */
    @Test
    void theTestsOfReportsCarryTheirTagAndTheIdInTheirName() {
        List<String> faults = new ArrayList<>();
        for (Row row : REPORTS) {
            for (NamedTest test : row.tests()) {
                for (Method method : method(test)) {
                    if (!tagged(method) && !tagged(method.getDeclaringClass())) {
                        faults.add(row.label() + ": " + test + " has no tag field-report");
                    }
                    DisplayName name = method.getAnnotation(DisplayName.class);
                    if (name == null || !name.value().contains(row.label())) {
                        faults.add(row.label() + ": the display name of " + test + " lacks it");
                    }
                }
            }
        }
        assertEquals(List.of(), faults);
    }

    private static String counts(List<Row> rows) {
        List<String> ids = rows.stream().flatMap(row -> row.ids().stream()).toList();
        Set<String> once = new HashSet<>();
        assertEquals(List.of(), ids.stream().filter(id -> !once.add(id)).toList(), "ids that stand twice");
        return ids.stream()
                .collect(Collectors.groupingBy(id -> id.split("[- ]", 2)[0], TreeMap::new, Collectors.counting()))
                .toString();
    }

    private static boolean names(String source, Row row) {
        return source.contains(row.label()) || row.ids().stream().allMatch(source::contains);
    }

    private static boolean tagged(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotationsByType(Tag.class))
                .anyMatch(tag -> tag.value().equals("field-report"));
    }

    /** The test's method, or its several ones; none if there is no such test. */
    private static List<Method> method(NamedTest test) {
        return file(test).map(ConformanceTest::type).stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.getName().equals(test.method()))
                .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
                .toList();
    }

    private static Class<?> type(Path file) {
        String name = TESTS.relativize(file).toString().replace('/', '.').replaceAll("\\.java$", "");
        try {
            return Class.forName(name, false, ConformanceTest.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            throw new AssertionError(file + " declares no " + name, absent);
        }
    }

    private static String source(NamedTest test) {
        try {
            return Files.readString(file(test).orElseThrow());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Where a test's class is; empty if nowhere, or in more than one place. */
    private static Optional<Path> file(NamedTest test) {
        List<Path> files = Sources.FILES.getOrDefault(test.type(), List.of());
        return files.size() == 1 ? Optional.of(files.get(0)) : Optional.empty();
    }

    private static List<Row> concat(List<Row> one, List<Row> other) {
        return Stream.of(one, other).flatMap(Collection::stream).toList();
    }

    /** The test sources by the name of their type. */
    private static final class Sources {
        static final Map<String, List<Path>> FILES = read();

        private Sources() {}

        private static Map<String, List<Path>> read() {
            try (Stream<Path> files = Files.walk(TESTS)) {
                return files.filter(file -> file.toString().matches(".*(Test|IT)\\.java"))
                        .collect(Collectors.groupingBy(
                                file -> file.getFileName().toString().replace(".java", "")));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
