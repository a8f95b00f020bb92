package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.resource.FieldSelector.Operator;
import dev.nearcache.resource.FieldSelector.Requirement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of kubernetes-api.md 4.2, and the reading of fields from bodies. */
class FieldSelectorTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "metadata.name     | invalid selector: 'metadata.name'; can't understand 'metadata.name'",
                "metadata.name=a=b | invalid field selector: unescaped character in value: 61",
                "metadata.name=\\q | invalid field selector: invalid escape sequence: \\q",
                "metadata.name=x\\ | invalid field selector: invalid escape sequence: \\",
                "=x                | field path is empty",
                "a[0]=x            | field path \"a[0]\" is wrong at character 2: '[0]' would be one element of an array: write [*] for each of them, or .0 for a field of this name",
                ".a.b[-12].c!=x    | field path \".a.b[-12].c\" is wrong at character 5: '[-12]' would be one element of an array: write [*] for each of them, or .-12 for a field of this name",
            })
    void saysWhatIsWrong(String selector, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> FieldSelector.parse(selector))
                        .getMessage());
    }

    @Test
    void readsTermsAndEscapes() {
        assertEquals(
                List.of(
                        new Requirement(FieldPath.parse("a"), Operator.EQUAL, "x,y=z\\"),
                        new Requirement(FieldPath.parse("b.c"), Operator.NOT_EQUAL, ""),
                        new Requirement(FieldPath.parse("d"), Operator.EQUAL, " 1")),
                FieldSelector.parse("a=x\\,y\\=z\\\\,,b.c!=,d== 1,").requirements());
        assertEquals(FieldSelector.EVERYTHING, FieldSelector.parse(","));
    }

    @Test
    void readsSeveralPathsInOnePass() {
        // Given
        FieldReader reader = new FieldReader(List.of(
                FieldPath.parse("spec.containers[*].image"),
                FieldPath.parse("spec.hostNetwork"),
                FieldPath.parse("spec.big"),
                FieldPath.parse("metadata.labels[a.b/c]"),
                FieldPath.parse("spec.none"),
                FieldPath.parse("spec")));
        String json =
                "{\"metadata\":{\"labels\":{\"a.b/c\":\"v\"}},\"other\":[{\"spec\":1}],\"spec\":{\"hostNetwork\":true,"
                        + "\"big\":9007199254740993,\"none\":null,\"containers\":[{\"image\":\"i1\"},{},{\"image\":\"i2\"}]}}";
        // When
        List<List<String>> values = reader.read(json.getBytes(StandardCharsets.UTF_8));
        // Then
        assertEquals(
                List.of(
                        List.of("i1", "i2"),
                        List.of("true"),
                        List.of("9007199254740993"),
                        List.of("v"),
                        List.of(),
                        List.of()),
                values);
    }

    @Test
    void whatIsMissingIsEmpty() {
        Requirement empty = FieldSelector.parse("spec.nodeName=").requirements().get(0);
        Requirement notEmpty =
                FieldSelector.parse("spec.nodeName!=").requirements().get(0);
        assertEquals(true, empty.accepts(List.of(List.of())));
        assertEquals(false, notEmpty.accepts(List.of(List.of())));
        assertEquals(true, notEmpty.accepts(List.of(List.of("n"))));
    }
}
