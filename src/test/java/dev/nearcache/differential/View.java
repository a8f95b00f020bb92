package dev.nearcache.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * An answer as one tree: {@code status}, {@code headers}, {@code end}, {@code layout} of the text, and {@code body}. Bodies
 * are unpacked and read by their media type, tokens by what is in them; the lines of a stream are {@link Lines}.
 */
final class View {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final YAMLMapper YAML = new YAMLMapper();

    private View() {}

    static JsonNode of(Answer answer) {
        ObjectNode view = JSON.createObjectNode();
        view.put("status", answer.status());
        ObjectNode headers = view.putObject("headers");
        answer.headers().forEach(headers::put);
        view.put("end", answer.end().name());
        String text = text(answer);
        view.put("layout", layout(text));
        view.set("body", body(answer, text));
        return view;
    }

    /** That of no answer at all. */
    static JsonNode none(Exception why) {
        return JSON.createObjectNode().put("none", why.toString());
    }

    private static String text(Answer answer) {
        if (!answer.header("content-encoding").equals("gzip")) {
            return new String(answer.body(), StandardCharsets.UTF_8);
        }
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException damaged) {
            return "no gzip: " + damaged;
        }
    }

    private static String layout(String text) {
        return (text.startsWith("{\n") ? "indented" : "plain") + (text.endsWith("\n") ? ", newline" : "");
    }

    private static JsonNode body(Answer answer, String text) {
        if (text.startsWith("{\"type\":\"")) {
            return Lines.of(text.lines().map(View::parsed).toList());
        }
        if (text.startsWith("{")) {
            return readable(parsed(text));
        }
        return answer.header("content-type").startsWith("application/yaml")
                ? readable(yaml(text))
                : TextNode.valueOf(text);
    }

    static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException malformed) {
            return TextNode.valueOf(text);
        }
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException malformed) {
            return TextNode.valueOf(text);
        }
    }

    private static JsonNode readable(JsonNode body) {
        if (body.path("metadata") instanceof ObjectNode metadata) {
            token(metadata.path("continue").asText()).ifPresent(token -> metadata.set("continue", token));
        }
        return body;
    }

    /** What is in a token; empty if it is none. */
    static Optional<JsonNode> token(String text) {
        try {
            JsonNode token = JSON.readTree(Base64.getUrlDecoder().decode(text));
            return token instanceof ObjectNode known ? Optional.of(known) : Optional.empty();
        } catch (IllegalArgumentException | IOException none) {
            return Optional.empty();
        }
    }

    /** The token of the next page, for who has seen this one; empty if this is the last. */
    static String next(JsonNode view) {
        JsonNode token = view.at("/body/metadata/continue");
        return token.isObject()
                ? Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(token.toString().getBytes(StandardCharsets.UTF_8))
                : "";
    }
}
