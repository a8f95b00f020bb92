package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Selectors (kubernetes-api.md 7.12) over the paths of pods. What a selector of labels selects is in row 3. */
class SelectorRowsIT {
    private static final List<String> VALID = List.of(
            "x=a,y=b,z=c",
            "",
            "x!=a,y=b",
            "x=",
            "x= ",
            "x=,z= ",
            "!x",
            "x>1",
            "x>1,z<5",
            "\rx",
            "this-is-a-dns.domain.com/key-with-dash",
            "0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)",
            "foo  in\t (abc)",
            "x notin\n (abc)",
            "x in (abc,)",
            "x in (abc,abc)",
            "x in ()",
            "x in (a,,,)",
            "x notin (abc,,def),bar,z in (),w",
            "x notin ( )",
            "x notin (, a)",
            "a ",
            "a in (x,y,notin, z,in)",
            "notin=in");
    private static final List<String> INVALID = List.of(
            "x=a||y=b",
            "x==a==b",
            "!x=a",
            "x<a",
            "x,,y",
            ",x,y",
            "x nott in (y)",
            "a in (xyz),",
            "a in (xyz)b notin ()",
            "a in (xyz abc)",
            "a notin(",
            "a (",
            "(",
            "k".repeat(254),
            "x=a b",
            "x=" + "v".repeat(254));
    private static final List<String> VALID_FIELDS = List.of(
            "metadata.name=a,metadata.namespace=b",
            "",
            "metadata.name!=a,metadata.namespace=b",
            "metadata.name=a||y\\=b",
            "metadata.name=a\\=\\=b",
            "metadata.name=\\,,metadata.namespace=v2",
            "metadata.name=\\\\,metadata.namespace=v2",
            "metadata.name=a,",
            ",metadata.name=a");
    private static final List<String> INVALID_FIELDS = List.of(
            "metadata.name=a||y=b",
            "metadata.name==a==b",
            "metadata.name=a,b",
            "metadata.name in (a)",
            "metadata.name",
            "metadata.name=a\\",
            "metadata.name=\\a");

    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.given(SelectorRowsIT::fed);

    private static Stream<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        VALID.forEach(text -> rows.add(Arguments.of("7.12 #1 valid labels", "labelSelector", text, 200)));
        INVALID.forEach(text -> rows.add(Arguments.of("7.12 #2 invalid labels", "labelSelector", text, 400)));
        VALID_FIELDS.forEach(text -> rows.add(Arguments.of("7.12 #4 valid fields", "fieldSelector", text, 200)));
        INVALID_FIELDS.forEach(text -> rows.add(Arguments.of("7.12 #5 invalid fields", "fieldSelector", text, 400)));
        return rows.stream();
    }

    /** Row 7.12 #3: the selector, and which of the pods {@link #LABELLED} it selects. */
    private static Stream<Arguments> matches() {
        return Stream.of(
                Arguments.of("x!=y", "x=z y= y=baz y=z z=2 z=v2 none"),
                Arguments.of("x notin ()", "x=z y= y=baz y=z z=2 z=v2 none"),
                Arguments.of("x in ()", ""),
                Arguments.of("z>1", "z=2"),
                Arguments.of("x", "x=z"),
                Arguments.of("!x", "y= y=baz y=z z=2 z=v2 none"),
                Arguments.of("x=z,y=baz", ""));
    }

    private static final String LABELLED = "x=z y= y=baz y=z z=2 z=v2 none";

    private static Side fed(Side side) {
        List<String> labels = labelled();
        for (int i = 0; i < labels.size(); i++) {
            String[] label = labels.get(i).split("=", 2);
            Pod pod = Pod.of("labelled", "p" + i);
            side.write(label.length == 2 ? pod.labelled(label[0], label[1]) : pod);
        }
        return side;
    }

    private static List<String> labelled() {
        return Arrays.asList(LABELLED.split(" ", -1));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("rows")
    void theFacadeReads(String row, String parameter, String selector, int status) {
        assertEquals(status, ask(SIDES.facade(), parameter, selector).status());
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("rows")
    void theApiServerReads(String row, String parameter, String selector, int status) {
        assertEquals(status, ask(SIDES.real(), parameter, selector).status());
    }

    @ParameterizedTest(name = "7.12 #3 {0}")
    @MethodSource("matches")
    void theFacadeSelects(String selector, String selected) {
        assertEquals(selected, selected(SIDES.facade(), selector));
    }

    @Tag("testbed")
    @ParameterizedTest(name = "7.12 #3 {0}")
    @MethodSource("matches")
    void theApiServerSelects(String selector, String selected) {
        assertEquals(selected, selected(SIDES.real(), selector));
    }

    @Test
    void escapedValuesAreReadBack() {
        // 7.12 #6
        List<String> values = FieldSelector.parse("foo=bar,complex=\\=value\\\\\\,\\\\").requirements().stream()
                .map(FieldSelector.Requirement::value)
                .toList();
        assertEquals(List.of("bar", "=value\\,\\"), values);
    }

    private static String selected(Side side, String selector) {
        List<String> found = new ArrayList<>();
        for (JsonNode item : ask(side, "labelSelector", selector).json().path("items")) {
            String name = item.path("metadata").path("name").asText();
            found.add(labelled().get(Integer.parseInt(name.substring(1))));
        }
        return String.join(" ", found);
    }

    private static Answer ask(Side side, String parameter, String selector) {
        String escaped = URLEncoder.encode(selector, StandardCharsets.UTF_8);
        return side.get("/api/v1/namespaces/labelled/pods?" + parameter + "=" + escaped);
    }
}
