package dev.nearcache;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * What is answered to requests that are wrong: the rows of kubernetes-api.md 1 to 4, with kube-apiserver's own codes,
 * reasons and messages, and those of our own paths.
 */
class BadRequestsIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String METHOD_NOT_ALLOWED = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Failure\",\"message\":\"the server does not allow this method on the requested resource: this is"
            + " Nearcache, a read-only cache; what writes, executes or connects goes to the API server itself\","
            + "\"reason\":\"MethodNotAllowed\",\"details\":{},\"code\":405}\n";

    private static final String READ_ONLY = METHOD_NOT_ALLOWED.replace(
            "the server does not allow this method on the requested resource: this is Nearcache, a read-only cache; what"
                    + " writes, executes or connects goes to the API server itself",
            "the API is read only: the only method it allows is GET");

    private static RunningSidecar running;

    private static final ListAppender<ILoggingEvent> LOGGED = new ListAppender<>();

    @BeforeAll
    static void start() {
        LOGGED.start();
        root().addAppender(LOGGED);
        running = RunningSidecar.start("pods", "deployments.apps", "nodes");
        running.awaitSynced();
    }

    @AfterAll
    static void stop() {
        running.close();
        root().detachAppender(LOGGED);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** After each of these tests: it is the client's mistake, and it must not fill the log. */
    @AfterEach
    void noneIsLoggedAsAFailureOfOurs() {
        assertEquals(
                List.of(),
                List.copyOf(LOGGED.list).stream()
                        .filter(event -> event.getThrowableProxy() != null || event.getLevel() == Level.ERROR)
                        .map(ILoggingEvent::toString)
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            4.1 two commas | labelSelector=x,,y | found ',', expected: identifier after ','
            4.1 two operators | labelSelector=x==a==b | found '==', expected: ',' or 'end of string'
            4.1 lone ! | labelSelector=! | unable to parse requirement: found '', expected: identifier
            4.1 unknown operator | labelSelector=x%20nott%20in%20(y) | unable to parse requirement: found 'nott', expected: in, notin, =, ==, !=, gt, lt
            4.1 open set | labelSelector=x%20in%20(a | unable to parse requirement: found '', expected: ',' or ')'
            4.1 bad value | labelSelector=x=-a | unable to parse requirement: values[0][x]: Invalid value: "-a": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
            4.1 no number | labelSelector=x%3Ea | unable to parse requirement: values[0]: Invalid value: "a": for 'Gt', 'Lt' operators, the value must be an integer
            4.2 no operator | fieldSelector=metadata.name | invalid selector: 'metadata.name'; can't understand 'metadata.name'
            4.2 unescaped | fieldSelector=metadata.name=a=b | invalid field selector: unescaped character in value: 61
            one element of an array | fieldSelector=spec.containers[0].name=web | field path "spec.containers[0].name" is wrong at character 16: '[0]' would be one element of an array: write [*] for each of them, or .0 for a field of this name
            4.2 bad escape | fieldSelector=metadata.name=%5Cq | invalid field selector: invalid escape sequence: \\q
            """)
    void selectors(String row, String query, String message) throws IOException {
        for (String path : new String[] {
            "/api/v1/pods?",
            "/api/v1/pods?watch=1&",
            "/api/v1/watch/pods?",
            "/apis/apps/v1/namespaces/default/deployments?",
            "/v1/pods?",
            "/v1/stream?resource=pods&"
        }) {
            assertStatus(400, "BadRequest", message, running.get(path + query));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            1.3 garbage version | /api/v1/pods?resourceVersion=abc | 400 | BadRequest | invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax
            1.3 negative version | /api/v1/pods?resourceVersion=-1 | 400 | BadRequest | invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax
            1.1 version of 2^64 | /api/v1/pods?resourceVersion=18446744073709551616 | 400 | BadRequest | invalid resource version: resourceVersion: Invalid value: "18446744073709551616": strconv.ParseUint: parsing "18446744073709551616": value out of range
            1.3 match alone | /api/v1/pods?resourceVersionMatch=Exact | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided
            1.3 unknown match alone | /api/v1/pods?resourceVersionMatch=foo | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided, resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""]
            1.3 unknown match | /api/v1/pods?resourceVersion=1&resourceVersionMatch=foo | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""
            1.3 exactly 0 | /api/v1/pods?resourceVersion=0&resourceVersionMatch=Exact | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"
            1.3 match with continue | /api/v1/pods?resourceVersion=1&resourceVersionMatch=Exact&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiJhXHUwMDAwIn0 | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided
            1.3 version with continue | /api/v1/pods?resourceVersion=1&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiJhXHUwMDAwIn0 | 400 | BadRequest | specifying resource version is not allowed when using continue
            1.3 initial events of a list | /api/v1/pods?sendInitialEvents=false | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list
            1.4 initial events, no match | /api/v1/pods?watch=1&sendInitialEvents=true | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan
            1.4 initial events, exact match | /api/v1/pods?watch=1&sendInitialEvents=1&resourceVersionMatch=Exact | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"]
            1.4 match of a watch | /api/v1/pods?watch=1&resourceVersionMatch=NotOlderThan | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided
            1.4 watch with continue | /api/v1/pods?watch=1&continue=x | 422 | Invalid | ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided
            2.2 no base64 | /api/v1/pods?continue=abc%3D | 400 | BadRequest | invalid continue token: continue key is not valid: illegal base64 data at input byte 3
            2.2 no JSON | /api/v1/pods?continue=aW52YWxpZA | 400 | BadRequest | invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value
            2.2 other format | /api/v1/pods?continue=eyJ2IjoidjkiLCJydiI6NSwic3RhcnQiOiJhIn0 | 400 | BadRequest | invalid continue token: continue key is not valid: server does not recognize this encoded version v9
            2.2 version 0 | /api/v1/pods?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJhIn0 | 400 | BadRequest | invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)
            2.2 no start | /api/v1/pods?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIifQ | 400 | BadRequest | invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)
            2.2 start outside | /api/v1/pods?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIvLi4veCJ9 | 400 | BadRequest | invalid continue token: continue key is not valid: /../x
            """)
    void options(String row, String path, int code, String reason, String message) throws IOException {
        assertStatus(code, reason, message, running.get(path));
        assertStatus(code, reason, message, running.get(own(path)));
    }

    /** Our own paths name the parameter. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            0.3 limit | limit=abc | parsing "abc": invalid syntax | limit is "abc"
            0.3 limit of 2^64 | limit=18446744073709551616 | parsing "18446744073709551616": value out of range | limit is "18446744073709551616"
            0.3 timeoutSeconds | watch=1&timeoutSeconds=1s | parsing "1s": invalid syntax | timeoutSeconds is "1s"
            """)
    void numbers(String row, String query, String theirs, String ours) throws IOException {
        assertStatus(400, "BadRequest", "strconv.ParseInt: " + theirs, running.get("/api/v1/pods?" + query));
        assertStatus(
                400,
                "BadRequest",
                ours + ": it must be a whole number of at most 64 bits",
                running.get("/v1/pods?" + query));
    }

    /** A path without a value is no path; nothing compared with nothing says nothing, as there. */
    @Test
    void fieldSelectorsWithoutAPath() throws IOException {
        assertStatus(400, "BadRequest", "field path is empty", running.get("/api/v1/pods?fieldSelector=%3Dx"));
        assertEquals(200, running.get("/api/v1/pods?fieldSelector=%3D,!%3D").status());
    }

    @Test
    void aTokenOfNothingButBracketsIsRefused() throws IOException {
        String token = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("[".repeat(20_000).getBytes(US_ASCII));
        assertStatus(
                400,
                "BadRequest",
                "invalid continue token: continue key is not valid: exceeded max depth",
                running.get("/api/v1/pods?continue=" + token));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            1.5 unknown resource | /api/v1/foos | the server could not find the requested resource: foos is not cached by Nearcache, which hands reads on to the API server only with upstream.passthrough: true | {}
            1.5 unknown version | /apis/apps/v9/deployments | the server could not find the requested resource | {}
            1.5 subresource | /api/v1/namespaces/default/pods/x/log | the server could not find the requested resource: pods/log is not cached by Nearcache, which hands reads on to the API server only with upstream.passthrough: true | {}
            1.5 namespace of a cluster-wide type | /api/v1/namespaces/default/nodes | the server could not find the requested resource | {}
            1.5 object without its namespace | /api/v1/pods/x | the server could not find the requested resource | {}
            1.5 no object | /api/v1/namespaces/default/pods/nope | pods "nope" not found | {"name":"nope","kind":"pods"}
            1.5 no object, with group | /apis/apps/v1/namespaces/default/deployments/x | deployments.apps "x" not found | {"name":"x","group":"apps","kind":"deployments"}
            1.5 no object, own path | /v1/namespaces/default/pods/nope | pods "nope" not found | {"name":"nope","kind":"pods"}
            own, not cached | /v1/foos | resource "foos" is not cached; cached are: pods, deployments.apps, nodes | {"causes":[{"reason":"ResourceNotCached","message":"foos"}]}
            own, stream of what is not cached | /v1/stream?resource=pods&resource=foos.apps | resource "foos.apps" is not cached; cached are: pods, deployments.apps, nodes | {"causes":[{"reason":"ResourceNotCached","message":"foos.apps"}]}
            """)
    void whatIsNotThere(String row, String path, String message, String details) throws IOException {
        JsonNode status = assertStatus(404, "NotFound", message, running.get(path));
        assertEquals(JSON.readTree(details), status.path("details"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apis/nope.io/v1/foos", "/apis/nope.io/v1/foos?watch=1", "/nope", "/v1", "/v2/pods"})
    void pathsThatLeadNowhereAreAnsweredInPlainText(String path) throws IOException { // 1.5
        Answer answer = running.get(path);
        assertEquals(404, answer.status());
        assertEquals("404 page not found\n", answer.body());
        assertTrue(answer.headers().getOrDefault("content-type", "").startsWith("text/plain"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            list | /v1/pods?labelselector=a | unknown parameter "labelselector": allowed are labelSelector, fieldSelector, timeoutSeconds, partial, lastEventId, onExpired, limit, continue, watch, resourceVersion, resourceVersionMatch, allowWatchBookmarks, sendInitialEvents, pretty
            list of a namespace | /v1/namespaces/default/pods?sort=name | unknown parameter "sort": allowed are labelSelector, fieldSelector, timeoutSeconds, partial, lastEventId, onExpired, limit, continue, watch, resourceVersion, resourceVersionMatch, allowWatchBookmarks, sendInitialEvents, pretty
            get | /v1/namespaces/default/pods/x?watch=1 | unknown parameter "watch": allowed are resourceVersion, pretty
            resources | /v1/resources?x | unknown parameter "x": allowed are pretty
            subscriptions | /v1/subscriptions?limit=1 | unknown parameter "limit": allowed are pretty
            stream | /v1/stream?resource=pods&watch=1 | unknown parameter "watch": allowed are resource, namespace, labelSelector, fieldSelector, timeoutSeconds, partial, lastEventId, onExpired
            stream of nothing | /v1/stream | resource: name at least one type, as in ?resource=pods&resource=deployments.apps
            stream of a malformed name | /v1/stream?resource=Pods | "Pods" is not a resource name: write it as pods, deployments.apps or widgets.v1.example.com
            what to do when expired | /v1/stream?resource=pods&onExpired=ignore | onExpired: "ignore" is not known: allowed are reset, error
            stream, timeoutSeconds | /v1/stream?resource=pods&timeoutSeconds=soon | timeoutSeconds is "soon": it must be a whole number of at most 64 bits
            partial | /v1/pods?partial=perhaps | partial is "perhaps": allowed are true, false, 1, 0 and nothing, which is true
            watch | /v1/namespaces/default/pods?watch=yes | watch is "yes": allowed are true, false, 1, 0 and nothing, which is true
            stream, partial | /v1/stream?resource=pods&partial=2 | partial is "2": allowed are true, false, 1, 0 and nothing, which is true
            list, onExpired | /v1/pods?onExpired=reset | parameter "onExpired" is for server-sent events: ask for them with watch=true and Accept: text/event-stream, or leave it out
            watch, lastEventId | /v1/pods?watch=true&lastEventId=5 | parameter "lastEventId" is for server-sent events: ask for them with watch=true and Accept: text/event-stream, or leave it out
            no namespace | /v1/pods/x | pods live in namespaces: use /v1/namespaces/{namespace}/pods/{name}
            a scalar twice | /v1/pods?limit=1&limit=3 | parameter "limit" is given more than once
            a scalar twice, the same | /v1/namespaces/default/pods/x?pretty=1&pretty=1 | parameter "pretty" is given more than once
            two namespaces | /v1/stream?resource=pods&namespace=a&namespace=b | parameter "namespace" is given more than once
            a namespace too many | /v1/namespaces/default/nodes/x | nodes have no namespace: leave it out
            """)
    void ownPathsRefuseWhatTheyDoNotKnow(String row, String path, String message) throws IOException {
        assertStatus(400, "BadRequest", message, running.get(path));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            foreign Host | /api/v1/pods | Host: evil.example | 403 | Forbidden | forbidden: Host "evil.example" is not allowed; add it to api.allowedHosts
            foreign Host, own path | /v1/resources | Host: evil.example:80 | 403 | Forbidden | forbidden: Host "evil.example" is not allowed; add it to api.allowedHosts
            foreign Host, no such path | /nope | Host: evil.example | 403 | Forbidden | forbidden: Host "evil.example" is not allowed; add it to api.allowedHosts
            foreign Origin | /api/v1/pods | Origin: https://evil.example | 403 | Forbidden | forbidden: Origin "https://evil.example" is not allowed: its host is not in api.allowedHosts
            no Origin | /v1/stream?resource=pods | Origin: null | 403 | Forbidden | forbidden: Origin "null" is not allowed: its host is not in api.allowedHosts
            empty Host | /api/v1/pods | Host: | 400 | BadRequest | the Host header "" is no host and port
            two Hosts | /api/v1/pods | host: localhost | 400 | BadRequest | there is more than one Host header
            malformed Host | /v1/pods | Host: ]][' | 400 | BadRequest | the Host header "]]['" is no host and port
            malformed port | /v1/pods | Host: localhost:x | 400 | BadRequest | the Host header "localhost:x" is no host and port
            2.6 text | /v1/pods | Accept: text/html | 406 | NotAcceptable | only the following media types are accepted: application/json
            2.6 text | /v1/resources | Accept: text/html | 406 | NotAcceptable | only the following media types are accepted: application/json
            2.6 protobuf only | /api/v1/pods | Accept: application/vnd.kubernetes.protobuf | 406 | NotAcceptable | only the following media types are accepted: application/json, application/yaml
            """)
    void headers(String row, String path, String header, int code, String reason, String message) throws IOException {
        String[] field = header.split(":", 2);
        assertStatus(code, reason, message, running.get(path, Map.of(field[0], field[1].strip())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"})
    void everyMethodButGetIsRefused(String method) throws IOException { // 1.5
        for (String path : new String[] {
            "/api/v1/namespaces/default/pods",
            "/api/v1/namespaces/default/pods/x",
            "/apis/apps/v1/deployments",
            "/v1/pods",
            "/v1/stream?resource=pods"
        }) {
            try (RawStream answer = RawStream.send(method, running.port(), path, Map.of(), Duration.ofSeconds(10))) {
                assertEquals(405, answer.status(), path);
                assertEquals("GET", answer.header("allow"), path);
                if (!method.equals("HEAD")) {
                    assertEquals(path.startsWith("/v1") ? READ_ONLY : METHOD_NOT_ALLOWED, answer.rest(), path);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            /api/v1/pods?resourceVersionMatch=Exact | {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"ListOptions.meta.k8s.io \\"\\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided","reason":"Invalid","details":{"group":"meta.k8s.io","kind":"ListOptions","causes":[{"reason":"FieldValueForbidden","message":"Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided","field":"resourceVersionMatch"}]},"code":422}
            /api/v1/pods?limit=abc | {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"strconv.ParseInt: parsing \\"abc\\": invalid syntax","reason":"BadRequest","code":400}
            """)
    void bodiesAreThoseOfKubernetesByteForByte(String path, String body) throws IOException { // 1.5
        assertEquals(body + "\n", running.get(path).body());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            1.2 get, garbage version | /api/v1/namespaces/default/pods/x?resourceVersion=abc | resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax
            1.4 watch, garbage version | /api/v1/pods?watch=1&resourceVersion=abc | resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax
            1.4 watch, negative version | /api/v1/pods?watch=1&resourceVersion=-1 | resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax
            """)
    void versionsThatAreKubernetesOwnErrorAreTheClientsOnOurPaths(String row, String path, String message)
            throws IOException {
        assertStatus(500, "", message, running.get(path));
        assertStatus(400, "BadRequest", "invalid resource version: " + message, running.get(own(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/stream?resource=nodes&namespace=a",
                "/v1/namespaces/a/nodes",
                "/v1/namespaces/a/nodes/x",
                "/v1/namespaces/a/nodes?watch=1"
            })
    void typesWithoutNamespacesHaveNone(String path) throws IOException {
        assertStatus(400, "BadRequest", "nodes have no namespace: leave it out", running.get(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/nodes?fieldSelector=metadata.namespace=a",
                "/api/v1/nodes?watch=1&fieldSelector=metadata.namespace=a"
            })
    void norIsThereSuchAFieldOfThem(String path) throws IOException { // 4.3
        assertStatus(400, "BadRequest", "field label not supported: metadata.namespace", running.get(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pods?limit=1&limit=x",
                "/api/v1/namespaces/default/pods?pretty=0&pretty=1",
                "/api/v1/pods?labelSelector=a%2",
                "/api/v1/pods?limit=x;y"
            })
    void ofParametersTheFirstThatCanBeReadCountsOnKubernetesPaths(String path) throws IOException { // 0.3
        assertEquals(200, running.get(path).status());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            own query | /v1/pods?limit=%zz | 400 | BadRequest | "limit=%zz" in the query cannot be read: write % as %25 and ; as %3B
            own query, separated otherwise | /v1/pods?limit=1;watch=1 | 400 | BadRequest | "limit=1;watch=1" in the query cannot be read: write % as %25 and ; as %3B
            query of nothing | /nope?% | 400 | BadRequest | "%" in the query cannot be read: write % as %25 and ; as %3B
            own path | /v1/%zz | 400 | BadRequest | invalid escape in the path, write % as %25: /v1/%zz
            own path, object | /v1/namespaces/a/pods/%f | 400 | BadRequest | invalid escape in the path, write % as %25: /v1/namespaces/a/pods/%f
            path | /api/v1/namespaces/%/pods | 400 | BadRequest | invalid escape in the path, write % as %25: /api/v1/namespaces/%/pods
            no path | * | 400 | BadRequest | the request target must be a path that begins with /
            no path, either | pods | 400 | BadRequest | the request target must be a path that begins with /
            """)
    void whatCannotBeDecoded(String row, String target, int code, String reason, String message) throws IOException {
        assertStatus(code, reason, message, running.get(target));
    }

    @Test
    void whatIsTooLongSaysSo() throws IOException {
        String longText = "a".repeat(100_000);
        assertStatus(
                414,
                "RequestURITooLong",
                "the request line is too long: An HTTP line is larger than 65536 bytes.",
                running.get("/v1/pods?labelSelector=" + longText));
        assertStatus(
                431,
                "RequestHeaderFieldsTooLarge",
                "the headers are too large: HTTP header is larger than 65536 bytes.",
                running.get("/v1/pods", Map.of("X-Long", longText)));
        assertStatus(
                400,
                "BadRequest",
                "the request is not HTTP/1.1 or HTTP/2 as it should be",
                running.get("/v1/pods x y"));
    }

    /** The same question on our own path. */
    private static String own(String path) {
        return path.replace("/api/v1/", "/v1/");
    }

    private static JsonNode assertStatus(int code, String reason, String message, Answer answer) throws IOException {
        assertEquals(code, answer.status(), answer.body());
        assertEquals("application/json", answer.headers().get("content-type"));
        assertFalse(answer.body().contains("Exception"), answer.body());
        JsonNode status = JSON.readTree(answer.body());
        assertEquals("Status", status.path("kind").asText());
        assertEquals("v1", status.path("apiVersion").asText());
        assertTrue(status.path("metadata").isObject());
        assertEquals("Failure", status.path("status").asText());
        assertEquals(message, status.path("message").asText());
        assertEquals(reason, status.path("reason").asText());
        assertEquals(code, status.path("code").asInt());
        return status;
    }
}
