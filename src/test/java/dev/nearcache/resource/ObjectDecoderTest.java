package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import dev.nearcache.testing.Objects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectDecoderTest {
    private static final String POD = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"shop","uid":"u1","resourceVersion":"42",
             "labels":{"app":"web","tier":"front"},"annotations":{"a":"1","k8s.io/initial-events-end":"true"},
             "managedFields":[{"manager":"kubectl"}]},
             "spec":{"nodeName":"n1","containers":[{"name":"c1","image":"i1"},{"name":"c2","image":"i2","tty":true}]},
             "status":{"phase":"Running","n":1.50,"big":12345678901234567890123,"e":-0.10E+5,"nothing":null}}
            """;

    private static ObjectLayout layout(String drop, String keep, Map<String, FieldPath> indexes) {
        return new ObjectLayout(paths(drop), paths(keep), indexes, ValuePolicy.PLAIN);
    }

    private static List<FieldPath> paths(String text) {
        return Stream.of(text.split(";"))
                .filter(path -> !path.isEmpty())
                .map(FieldPath::parse)
                .toList();
    }

    private static String kept(String drop, String keep) {
        return Objects.json(Objects.object(layout(drop, keep, Map.of()), POD));
    }

    @Test
    void keepsNumberTextAndOrderAndLeavesOutKindAndApiVersion() {
        // When
        KubeObject pod = Objects.object(POD);

        // Then
        assertEquals("""
                {"metadata":{"name":"web","namespace":"shop","uid":"u1","resourceVersion":"42",\
                "labels":{"app":"web","tier":"front"},"annotations":{"a":"1","k8s.io/initial-events-end":"true"},\
                "managedFields":[{"manager":"kubectl"}]},\
                "spec":{"nodeName":"n1","containers":[{"name":"c1","image":"i1"},{"name":"c2","image":"i2","tty":true}]},\
                "status":{"phase":"Running","n":1.50,"big":12345678901234567890123,"e":-0.10E+5,"nothing":null}}""", Objects.json(pod));
        assertEquals(new ObjectKey("shop", "web"), pod.key());
        assertEquals(ResourceVersion.of(42), pod.resourceVersion());
        assertEquals("u1", pod.uid());
        assertEquals(Map.of("app", "web", "tier", "front"), pod.labels());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "metadata.managedFields;status;spec.containers|"
                        + "`{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"42\","
                        + "\"labels\":{\"app\":\"web\",\"tier\":\"front\"},\"annotations\":{\"a\":\"1\",\"k8s.io/initial-events-end\":\"true\"}},"
                        + "\"spec\":{\"nodeName\":\"n1\"}}`",
                "metadata;spec.containers[*].name;status|"
                        + "`{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"42\"},"
                        + "\"spec\":{\"nodeName\":\"n1\",\"containers\":[{\"image\":\"i1\"},{\"image\":\"i2\",\"tty\":true}]}}`",
                "metadata.name;metadata.labels[app];metadata.annotations;metadata.managedFields;spec;status|"
                        + "`{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"42\","
                        + "\"labels\":{\"tier\":\"front\"}}}`"
            })
    void leavesOutWhatIsDroppedButNeverTheIdentity(String drop, String expected) {
        assertEquals(expected, kept(drop, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "spec.nodeName|`\"spec\":{\"nodeName\":\"n1\"}`",
                "spec.containers[*].tty|`\"spec\":{\"containers\":[{},{\"tty\":true}]}`",
                "spec.nodeName.deeper;status.missing;status.phase|`\"status\":{\"phase\":\"Running\"}`",
                "status.n;spec.missing.more|`\"status\":{\"n\":1.50}`"
            })
    void keepsOnlyWhatIsToBeKeptAndTheIdentity(String keep, String expected) {
        assertEquals(
                "{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"42\"},"
                        + expected + "}",
                kept("", keep));
    }

    @Test
    void anObjectThatNeverSeemsToEndIsNotKeptAndCostsNoMoreThanTheLargest() {
        // Given
        String megabyte = "x".repeat(1 << 20);
        StringBuilder json = new StringBuilder("{\"metadata\":{\"name\":\"big\",\"resourceVersion\":\"1\"}");
        for (int i = 0; i < 40; i++) {
            json.append(",\"f").append(i).append("\":\"").append(megabyte).append('"');
        }

        // When
        MalformedObjectException refused = assertThrows(
                MalformedObjectException.class,
                () -> Objects.object(ObjectLayout.whole(), json.append('}').toString()));

        // Then
        assertTrue(String.valueOf(refused.getMessage()).matches("big: is larger than \\d+ MiB"), refused::getMessage);
    }

    @Test
    void takesIndexValuesAndLabelsOutOfWhatIsDroppedToo() {
        // Given
        Map<String, FieldPath> indexes = Map.of("byImage", FieldPath.parse("spec.containers[*].image"));
        ObjectLayout layout = layout("spec;metadata.labels", "", indexes);

        // When
        KubeObject pod = Objects.object(layout, POD);

        // Then
        assertEquals(List.of(List.of("i1", "i2")), pod.indexed());
        assertEquals("web", pod.labels().get("app"));
    }

    @ParameterizedTest
    @CsvSource({
        "spec.nodeName,n1",
        "status.n,1.50",
        "metadata.labels[tier],front",
        "spec.containers[*].tty,true",
        "status.nothing,",
        "spec.containers,",
        "spec.missing,"
    })
    void indexesScalarsByTheirText(String path, String value) {
        ObjectLayout layout = layout("", "", Map.of("by", FieldPath.parse(path)));
        assertEquals(
                List.of(value == null ? List.of() : List.of(value)),
                Objects.object(layout, POD).indexed());
    }

    @Test
    void readsTheHeaderEvenWhenAnnotationsAreDropped() throws IOException {
        // Given
        ObjectDecoder decoder = Objects.decoder(layout("metadata.annotations", "", Map.of()));

        // When
        decoder.decode(POD.getBytes(StandardCharsets.UTF_8));

        // Then
        assertEquals(new ObjectHeader("v1", "Pod", "shop", "web", "u1", "42", "true"), decoder.header());
    }

    @Test
    void hashesTheValuesOfSecretsWithASalt() {
        // Given
        String secret = """
                {"metadata":{"name":"s","resourceVersion":"7","annotations":{"x":"1",\
                "kubectl.kubernetes.io/last-applied-configuration":"{\\"data\\":{\\"p\\":\\"aHVudGVy\\"}}"}},\
                "data":{"p":"aHVudGVy","q":null},"stringData":{"r":"aHVudGVy"},"type":"Opaque"}""";
        ObjectLayout layout =
                new ObjectLayout(List.of(), List.of(), Map.of("byP", FieldPath.parse("data.p")), ValuePolicy.HASHED);
        byte[] text = secret.getBytes(StandardCharsets.UTF_8);

        // When
        KubeObject one = new ObjectDecoder(layout, ObjectCodec.none(), HeldObjects.NONE, new byte[] {1}).decode(text);
        KubeObject other = new ObjectDecoder(layout, ObjectCodec.none(), HeldObjects.NONE, new byte[] {2}).decode(text);

        // Then
        String hash = one.indexed().get(0).get(0);
        String hashText = new String(Base64.getDecoder().decode(hash), StandardCharsets.US_ASCII);
        assertTrue(hashText.matches("sha256:[0-9a-f]{64}"), hashText);
        assertEquals(
                "{\"metadata\":{\"name\":\"s\",\"resourceVersion\":\"7\",\"annotations\":{\"x\":\"1\"}},\"data\":{\"p\":\""
                        + hash + "\",\"q\":null},\"stringData\":{\"r\":\"" + hashText + "\"},\"type\":\"Opaque\"}",
                Objects.json(one));
        assertNotEquals(hash, other.indexed().get(0).get(0));
    }

    @Test
    void returnsTheHeldObjectWhenUidVersionAndTextAreUnchanged() {
        // Given
        KubeObject held = Objects.object(POD);
        ObjectCodec untouched = (buffer, offset, length) -> {
            throw new AssertionError("the body was encoded");
        };
        ObjectDecoder decoder = new ObjectDecoder(ObjectLayout.whole(), untouched, key -> held, new byte[0]);

        // When / Then
        assertSame(held, decoder.decode(POD.getBytes(StandardCharsets.UTF_8)));
        assertThrows(
                AssertionError.class,
                () -> decoder.decode(POD.replace("\"u1\"", "\"u2\"").getBytes(StandardCharsets.UTF_8)));
        assertThrows(
                AssertionError.class,
                () -> decoder.decode(POD.replace("\"42\"", "\"43\"").getBytes(StandardCharsets.UTF_8)));
        // Then: a restored etcd gives versions a second time
        assertThrows(
                AssertionError.class,
                () -> decoder.decode(POD.replace("\"n1\"", "\"n2\"").getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"metadata\":{\"resourceVersion\":\"1\"}}",
                "{\"metadata\":{\"name\":\"a\"}}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"\"}}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"0\"}}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"x1\"}}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":5}}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}} 1"
            })
    void refusesWhatCannotBeKept(String json) {
        assertThrows(MalformedObjectException.class, () -> Objects.object(json));
    }

    @Test
    void sharesRepeatedTextsAndLabelMaps() {
        // Given
        ObjectDecoder decoder = Objects.decoder(ObjectLayout.whole());

        // When
        KubeObject one = decoder.decode(POD.getBytes(StandardCharsets.UTF_8));
        KubeObject two = decoder.sibling().decode(POD.getBytes(StandardCharsets.UTF_8));

        // Then
        assertSame(one.labels(), two.labels());
        assertSame(one.key().namespace(), two.key().namespace());
    }

    @Test
    void randomObjectsSurviveByteForByteCutAnywhere() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ObjectDecoder decoder = Objects.decoder(ObjectLayout.whole());
        for (int round = 0; round < 2_000; round++) {
            // Given
            String json = "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}" + RandomJson.members(random) + "}";

            // When
            String copy = new String(copy(decoder, json, random), StandardCharsets.UTF_8);

            // Then
            assertEquals(json, copy, "seed " + seed + " round " + round);
        }
    }

    private static byte[] copy(ObjectDecoder decoder, String json, Random random) throws IOException {
        byte[] text = RandomJson.spread(random, json).getBytes(StandardCharsets.UTF_8);
        JsonParser parser = JsonReading.fed();
        ByteArrayFeeder feeder = JsonReading.feeder(parser);
        boolean done = false;
        for (int at = 0; at < text.length; ) {
            int end = Math.min(text.length, at + 1 + random.nextInt(7));
            feeder.feedInput(text, at, end);
            for (JsonToken t = parser.nextToken(); t != JsonToken.NOT_AVAILABLE; t = parser.nextToken()) {
                done = decoder.accept(parser);
            }
            at = end;
        }
        assertTrue(done);
        return decoder.json();
    }
}
