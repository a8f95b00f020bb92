package dev.nearcache.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.RawStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A server that rows are asked of. */
interface Side extends AutoCloseable {
    /**
     * Asks, and has the head of the answer.
     *
     * @param target path and query, escaped
     */
    RawStream open(String method, String target, Map<String, String> headers);

    /** Asks, and reads the answer to its end. */
    default Answer ask(String method, String target, Map<String, String> headers) {
        try (RawStream answer = open(method, target, headers)) {
            String body = method.equals("HEAD") ? "" : answer.rest();
            return new Answer(answer.status(), answer.header("content-encoding"), body);
        } catch (IOException broken) {
            throw new UncheckedIOException(target, broken);
        }
    }

    /** Asks plainly. */
    default Answer get(String target) {
        return ask("GET", target, Map.of());
    }

    /** Watches: plainly, and from the beginning of the answer's body. */
    default Watched watch(String target) {
        return Watched.of(open("GET", target, Map.of()));
    }

    /**
     * Writes a pod.
     *
     * @param pod what is written
     * @return the version that it has now
     */
    long write(Pod pod);

    /** Deletes a pod; the version of the deletion. */
    long delete(String namespace, String name);

    /** Writes something of another type; its version. */
    long writeElsewhere();

    /** Forgets all that was before the objects that it holds. */
    void forget();

    @Override
    void close();

    /**
     * A pod, as far as rows care. An empty node is none.
     *
     * @param nominated the node that it is nominated for: of what can be selected, what can be set more than once
     */
    record Pod(String namespace, String name, String node, String nominated, Map<String, String> labels) {
        static Pod of(String namespace, String name) {
            return new Pod(namespace, name, "", "", Map.of());
        }

        Pod on(String other) {
            return new Pod(namespace, name, other, nominated, labels);
        }

        Pod nominatedFor(String other) {
            return new Pod(namespace, name, node, other, labels);
        }

        Pod labelled(String key, String value) {
            return labelled(Map.of(key, value));
        }

        Pod labelled(Map<String, String> others) {
            return new Pod(namespace, name, node, nominated, others);
        }
    }

    /**
     * An answer.
     *
     * @param coding of its body; empty if none
     */
    record Answer(int status, String coding, String body) {
        private static final ObjectMapper JSON = new ObjectMapper();

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException malformed) {
                throw new AssertionError("no JSON: " + body, malformed);
            }
        }

        /** What a Status says, or the text itself. */
        String message() {
            return body.startsWith("{") ? json().path("message").asText() : body.strip();
        }
    }
}
