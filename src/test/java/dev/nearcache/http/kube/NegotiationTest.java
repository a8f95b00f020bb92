package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.http.kube.Form.Encoding;
import dev.nearcache.http.kube.Form.Layout;
import dev.nearcache.http.kube.Form.Shape;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accept headers: every row as kube-apiserver 1.37 takes it (kubernetes-api.md 2.6). */
class NegotiationTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a/x;q=0.1, b/x                   | b/x, a/x
            a/x, b/x                         | a/x, b/x
            a/x;q=nonsense, b/x;q=0.1        | b/x, a/x
            a/x;q= 0.9, b/x;q=0.1            | b/x, a/x
            a/x;q=0.1=2, b/x;q=0.5           | a/x, b/x
            a, a/b/c, a/, b/x                | b/x
            */*, a/*, a/x                    | a/x, a/*, */*
            a/*;q=2, b/x                     | b/x, a/*
            b/x, a/*;q=2                     | a/*, b/x
            */*, b/x;q=0.1                   | b/x, */*
            """)
    void aClauseOvertakesWhatWeighsLessOrIsMoreOfAWildcard(String accept, String order) {
        assertEquals(
                order,
                Negotiation.preferred(accept).stream()
                        .map(AcceptClause::mediaType)
                        .collect(Collectors.joining(", ")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            application/json                                                            | JSON | COMPACT
            application/yaml                                                            | YAML | COMPACT
            application/json;as=Table;v=v1;g=meta.k8s.io,application/json               | JSON | COMPACT
            application/json;as=Table;v=v1;g=meta.k8s.io                                | JSON | PRETTY
            application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io                | JSON | PRETTY
            application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/yaml | YAML | COMPACT
            application/yaml;sv=v1                                                      | JSON | PRETTY
            text/html                                                                   | JSON | PRETTY
            """)
    void aFailureIsNoTable(String accept, Encoding encoding, Layout layout) {
        assertEquals(new Form(encoding, Shape.OBJECT, "", layout), Negotiation.ofFailure(accept));
    }
}
