package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads a {@code metav1.Status}, or makes one for an answer that carries none (reflector.md 1.13). */
final class StatusReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** How much of a body that is no Status is shown. */
    private static final int SHOWN = 200;

    private StatusReader() {}

    /** The Status of an ERROR event. */
    static ApiStatus ofEvent(byte[] json) {
        return status(tree(json), 0, Duration.ZERO);
    }

    /**
     * The Status of an answer that is no success.
     *
     * @param code of the answer
     * @param body what came of it, perhaps cut off
     * @param hint of its Retry-After header
     */
    static ApiStatus ofAnswer(int code, byte[] body, Duration hint) {
        JsonNode tree = tree(body);
        if (tree.path("kind").asText().equals("Status")) {
            return status(tree, code, hint);
        }
        return new ApiStatus(code, reasonOf(code), message(code, body), List.of(), hint);
    }

    private static JsonNode tree(byte[] json) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        } catch (IOException impossible) {
            throw new IllegalStateException("reading an array fails only by its content", impossible);
        }
    }

    private static ApiStatus status(JsonNode tree, int answerCode, Duration hint) {
        JsonNode details = tree.path("details");
        List<ApiStatus.Cause> causes = new ArrayList<>();
        for (JsonNode cause : details.path("causes")) {
            causes.add(new ApiStatus.Cause(text(cause.path("reason")), text(cause.path("message"))));
        }
        Duration inside = RetryAfter.seconds(details.path("retryAfterSeconds").asLong());
        return new ApiStatus(
                tree.path("code").asInt(answerCode),
                text(tree.path("reason")),
                text(tree.path("message")),
                causes,
                inside.compareTo(hint) > 0 ? inside : hint);
    }

    /** Null is no text, and not the word for it. */
    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.asText();
    }

    private static String message(int code, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
        return "the server answered " + code + (shown.isEmpty() ? " without a body" : ": " + shown);
    }

    /** What client-go makes of a bare code; of 410 it makes no reason, and the code alone says that it expired. */
    private static String reasonOf(int code) {
        return switch (code) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 406 -> "NotAcceptable";
            case 409 -> "Conflict";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> code >= 500 ? "InternalError" : "";
        };
    }
}
