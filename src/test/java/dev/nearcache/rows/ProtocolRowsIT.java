package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import dev.nearcache.testing.RawStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Negotiation and routing (kubernetes-api.md 7.10 and 7.11). Columns: row; method and target; headers, if any; status; what
 * the body holds. A tilde is the pod of the rows, {@code T1} and the like a form of {@link #forms}.
 */
class ProtocolRowsIT {
    private static final String ROWS = """
            7.10 #1  | GET ~                               |                                            | 200 | "kind":"Pod"
            7.10 #1  | GET ~                               | Accept: */*                                | 200 | "kind":"Pod"
            7.10 #1  | GET ~                               | Accept: application/json                   | 200 | "kind":"Pod"
            7.10 #1  | GET ~                               | Accept: application/*                      | 406 | Available representations
            7.10 #3  | GET ~                               | Accept: application/json; pretty=1         | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~                               | Accept: unrecognized/stuff,application/json; pretty=1 | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~?pretty=1                      |                                            | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~?pretty=true                   |                                            | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~                               | User-Agent: curl/8                         | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~                               | User-Agent: Wget/1                         | 200 | {NL  "kind": "Pod"
            7.10 #3  | GET ~                               | User-Agent: Mozilla/5.0 (X11)              | 200 | {NL  "kind": "Pod"
            7.10 #4  | GET ~                               | Accept: application/json;pretty=0          | 200 | {"kind":"Pod"
            7.10 #4  | GET ~                               | User-Agent: kubectl/v1                     | 200 | {"kind":"Pod"
            7.10 #4  | GET ~?pretty=0                      | User-Agent: curl/8                         | 200 | {"kind":"Pod"
            7.10 #4  | GET ~?pretty=tRUE                   |                                            | 200 | {"kind":"Pod"
            7.10 #5  | GET ~                               | Accept: application/json;as=BOGUS;v=v1beta1;g=meta.k8s.io, application/json | 200 | {"kind":"Pod"
            7.10 #5  | GET ~                               | Accept: application/BOGUS, application/json | 200 | {"kind":"Pod"
            7.10 #6  | GET ~                               | Accept: application                        | 406 | "kind":"Status"
            7.10 #7  | GET ~                               | Accept: Tv1alpha1                          | 406 | "kind":"Status"
            7.10 #8  | GET ~                               | Accept: Tv1                                | 200 | "apiVersion":"meta.k8s.io/v1"
            7.10 #8  | GET ~                               | Accept: Tv1beta1                           | 200 | "apiVersion":"meta.k8s.io/v1beta1"
            7.10 #9  | GET ~                               | Accept: application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,Tv1beta1 | 200 | "apiVersion":"meta.k8s.io/v1beta1"
            7.10 #10 | GET ~?includeObject=Metadata        | Accept: Tv1                                | 200 | "object":{"kind":"PartialObjectMetadata"
            7.10 #10 | GET ~?includeObject=None            | Accept: Tv1                                | 200 | "object":null
            7.10 #10 | GET ~?includeObject=Object          | Accept: Tv1                                | 200 | "object":{"kind":"Pod"
            7.10 #10 | GET ~?includeObject=Bogus           | Accept: Tv1                                | 400 | Invalid value
            7.10 #11 | GET pods?watch=1&timeoutSeconds=1   | Accept: Tv1                                | 200 | "columnDefinitions":[
            7.10 #12 | GET pods?watch=1&timeoutSeconds=1   | Accept: Tv1alpha1                          | 406 | "kind":"Status"
            7.10 #13 | GET ~                               | Accept: Pv1alpha1                          | 406 | "kind":"Status"
            7.10 #13 | GET ~                               | Accept: Pv1alpha1, application/json        | 200 | {"kind":"Pod"
            7.10 #14 | GET ~                               | Accept: Pv1beta1,Pv1                       | 200 | "apiVersion":"meta.k8s.io/v1beta1"
            7.10 #14 | GET ~                               | Accept: Pv1,Pv1beta1                       | 200 | "apiVersion":"meta.k8s.io/v1"
            7.10 #15 | GET pods                            | Accept: Pv1                                | 406 | you requested PartialObjectMetadata, but the requested object is a list
            7.10 #15 | GET ~                               | Accept: Lv1                                | 406 | you requested PartialObjectMetadataList, but the requested object is not a list
            7.10 #16 | GET pods                            | Accept: Lv1beta1                           | 200 | "kind":"PartialObjectMetadata"
            7.10 #17 | GET pods?watch=1                    | Accept: application/XYZ                    | 406 | Available representations
            7.10 #18 | GET pods?watch=1&timeoutSeconds=1   | Connection: Upgrade + Upgrade: websocket    | 400 |
            7.10 #18 | GET pods?watch=1&timeoutSeconds=1   | Connection: keep-alive, Upgrade + Upgrade: websocket | 400 |
            7.10 #18 | GET pods?watch=1&timeoutSeconds=1   | Connection: upgrade + Upgrade: websocket    | 400 |
            7.10 #18 | GET pods?watch=1&timeoutSeconds=1   | Connection: keep-alive + Upgrade: websocket | 200 | "type":"ADDED"
            7.10 #23 | GET pods?watch=1&timeoutSeconds=1&resourceVersion=0 |                            | 200 | "type":"ADDED"
            7.11 #1  | POST ~                              |                                            | 405 | does not allow this method
            7.11 #1  | PUT pods                            |                                            | 405 | does not allow this method
            7.11 #1  | PATCH pods                          |                                            | 405 | does not allow this method
            7.11 #1  | HEAD ~                              |                                            | 405 |
            7.11 #2  | GET ~/baz                           |                                            | 404 | could not find the requested resource
            7.11 #3  | GET nopes                           |                                            | 404 | could not find the requested resource
            7.11 #4  | GET /api/v1/watch/                  |                                            | 500 | unable to determine kind and namespace from url, /api/v1/watch/
            7.11 #5  | POST ~?watch=true                   |                                            | 405 | does not allow this method
            7.11 #6  | GET /api/v1/pods?namespace=other    |                                            | 200 | "name":"one"
            7.11 #7  | GET pods?labelSelector=,            |                                            | 400 | found ','
            """;

    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.given(ProtocolRowsIT::fed);

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS, quoteCharacter = '`')
    void theFacadeAnswers(String row, String request, @Nullable String header, int status, @Nullable String body) {
        check(SIDES.facade(), request, header, status, body);
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS, quoteCharacter = '`')
    void theApiServerAnswers(String row, String request, @Nullable String header, int status, @Nullable String body) {
        check(SIDES.real(), request, header, status, body);
    }

    private static Side fed(Side side) {
        side.write(Pod.of("forms", "one"));
        return side;
    }

    @Test
    void largeListsAreCompressedForWhoNamesGzip() {
        // Given: 7.10 #19 and 7.10 #20
        Side side = new Facade();
        for (int i = 0; i < 900; i++) {
            side.write(Pod.of("large", "pod-with-a-rather-long-name-" + i).labelled("name", "x" + i));
        }
        String list = "/api/v1/namespaces/large/pods";

        // Then
        for (String accepted : List.of("gzip", "deflate, gzip", " gzip ")) {
            assertEquals(
                    "gzip",
                    side.ask("GET", list, Map.of("Accept-Encoding", accepted)).coding(),
                    accepted);
        }
        for (String refused : List.of("", "deflate", "gzip;q=1")) {
            assertEquals(
                    "",
                    side.ask("GET", list, Map.of("Accept-Encoding", refused)).coding(),
                    refused);
        }
        assertEquals(
                "",
                side.ask("GET", list + "?limit=100", Map.of("Accept-Encoding", "gzip"))
                        .coding());
        side.close();
    }

    @Test
    void theFacadeCompressesStreamedLists() {
        try (Side facade = fed(new Facade())) {
            streamedListsAreCompressed(facade);
        }
    }

    @Tag("testbed")
    @Test
    void theApiServerCompressesStreamedLists(@TempDir Path own) {
        try (Side server = fed(RealServer.start(own))) {
            streamedListsAreCompressed(server);
        }
    }

    /** 7.10 #21: for who names gzip, where the end of the list is marked; what changes later is compressed, too. */
    private static void streamedListsAreCompressed(Side side) {
        // Given
        String watch = "/api/v1/namespaces/forms/pods?watch=1&timeoutSeconds=2";
        String streamed = watch + "&allowWatchBookmarks=true";
        Map<String, String> gzip = Map.of("Accept-Encoding", "gzip");
        try (RawStream compressed = side.open("GET", streamed, gzip);
                RawStream plain = side.open("GET", streamed, Map.of());
                RawStream unmarked = side.open("GET", watch, gzip);
                RawStream resumed = side.open("GET", streamed + "&resourceVersion=" + Long.MAX_VALUE, gzip)) {
            // When
            side.write(Pod.of("forms", "two"));

            // Then
            assertEquals("gzip", compressed.header("content-encoding"));
            assertEquals("Accept-Encoding", compressed.header("vary"));
            assertEquals("application/json", compressed.header("content-type"));
            for (RawStream other : List.of(plain, unmarked, resumed)) {
                assertEquals("", other.header("content-encoding"));
            }
            byte[] members = compressed.bytes();
            String lines = new String(
                    new GZIPInputStream(new ByteArrayInputStream(members)).readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(lines(plain.rest()), lines(lines));
            assertTrue(lines.contains("\"name\":\"two\""), lines);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Without the bookmarks of the end, which may come once or twice. */
    private static List<String> lines(String text) {
        return text.lines()
                .filter(line -> !line.contains("BOOKMARK") || line.contains("initial-events-end"))
                .toList();
    }

    /** {@code Tv1} is a table of that version, {@code P} the metadata of an object, {@code L} that of a list. */
    private static String forms(String accept) {
        return accept.replaceAll("\\bT(v1\\w*)", "application/json;as=Table;v=$1;g=meta.k8s.io")
                .replaceAll("\\bP(v1\\w*)", "application/json;as=PartialObjectMetadata;v=$1;g=meta.k8s.io")
                .replaceAll("\\bL(v1\\w*)", "application/json;as=PartialObjectMetadataList;v=$1;g=meta.k8s.io");
    }

    private static void check(Side side, String request, @Nullable String header, int status, @Nullable String body) {
        // Given
        String[] words = request.split(" ", 2);
        String pods = "/api/v1/namespaces/forms/pods";
        String target =
                words[1].replace("~", pods + "/one").replaceFirst("^(pods|nopes)", "/api/v1/namespaces/forms/$1");
        Map<String, String> headers = new TreeMap<>();
        if (header != null) {
            for (String each : header.split(" \\+ ", -1)) {
                String[] pair = each.split(": ", 2);
                headers.put(pair[0], forms(pair[1]));
            }
        }

        // When
        Answer answer = side.ask(words[0], target, headers);

        // Then
        assertEquals(status, answer.status(), answer::body);
        if (body != null) {
            String compact = status == 406 ? answer.body().replaceAll("\\n *|(?<=\":) ", "") : answer.body();
            assertTrue(compact.contains(body.replace("NL", "\n")), answer::body);
        }
    }
}
