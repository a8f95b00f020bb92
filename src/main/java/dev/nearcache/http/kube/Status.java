package dev.nearcache.http.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure as the API tells it: {@code metav1.Status} (kubernetes-api.md 1.5).
 *
 * @param code the HTTP status code
 * @param reason the machine readable word; empty if there is none
 * @param message for people
 * @param continueToken a token to go on with; empty if there is none
 * @param details more, or null if the body has none
 */
public record Status(
        int code,
        String reason,
        String message,
        String continueToken,
        @Nullable Details details) {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * What a failure is about.
     *
     * @param name of the object; empty if none
     * @param group of the type; empty if none
     * @param kind of what it is about, mostly the plural of the type; empty if none
     * @param causes perhaps none
     * @param retryAfterSeconds the least wait; 0 if there is no hint
     */
    public record Details(String name, String group, String kind, List<Cause> causes, int retryAfterSeconds) {
        /** Details that say nothing: {@code {}}. */
        public static final Details EMPTY = new Details("", "", "", List.of(), 0);

        public Details {
            causes = List.copyOf(causes);
        }

        /** The same with a hint of how long to wait. */
        public Details retryAfter(int seconds) {
            return new Details(name, group, kind, causes, seconds);
        }
    }

    /** One cause; an empty field is left out. */
    public record Cause(String reason, String message, String field) {}

    /** A status without details. */
    public static Status of(int code, String reason, String message) {
        return new Status(code, reason, message, "", null);
    }

    /** The same with details. */
    public Status with(Details more) {
        return new Status(code, reason, message, continueToken, more);
    }

    /** The same with a token. */
    public Status continued(String token) {
        return new Status(code, reason, message, token, details);
    }

    /** A malformed request. */
    public static Status badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    /** Whether it came at the wrong moment, and if so the least wait in seconds; else 0. */
    public int retryAfterSeconds() {
        return details == null ? 0 : details.retryAfterSeconds();
    }

    /** As an exception. */
    public StatusException exception() {
        return new StatusException(this);
    }

    /** The body: compact, fields in kube-apiserver's order, without a line end. */
    public byte[] json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("kind", "Status");
            json.writeStringField("apiVersion", "v1");
            json.writeObjectFieldStart("metadata");
            writeUnlessEmpty(json, "continue", continueToken);
            json.writeEndObject();
            json.writeStringField("status", "Failure");
            writeUnlessEmpty(json, "message", message);
            writeUnlessEmpty(json, "reason", reason);
            if (details != null) {
                write(json, details);
            }
            json.writeNumberField("code", code);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Details details) throws IOException {
        json.writeObjectFieldStart("details");
        writeUnlessEmpty(json, "name", details.name());
        writeUnlessEmpty(json, "group", details.group());
        writeUnlessEmpty(json, "kind", details.kind());
        if (!details.causes().isEmpty()) {
            json.writeArrayFieldStart("causes");
            for (Cause cause : details.causes()) {
                json.writeStartObject();
                writeUnlessEmpty(json, "reason", cause.reason());
                writeUnlessEmpty(json, "message", cause.message());
                writeUnlessEmpty(json, "field", cause.field());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        if (details.retryAfterSeconds() > 0) {
            json.writeNumberField("retryAfterSeconds", details.retryAfterSeconds());
        }
        json.writeEndObject();
    }

    private static void writeUnlessEmpty(JsonGenerator json, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }
}
