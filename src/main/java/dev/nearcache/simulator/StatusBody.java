package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A failure Status (kubernetes-api.md 1.5).
 *
 * @param code HTTP status code
 * @param reason machine-readable reason; empty leaves the field out
 * @param message for people
 * @param details the details object; empty leaves it out
 * @param continueToken token with which to go on after an expired one, or empty
 */
public record StatusBody(int code, String reason, String message, Optional<ObjectNode> details, String continueToken) {

    /** A Status with neither details nor token. */
    public static StatusBody of(int code, String reason, String message) {
        return new StatusBody(code, reason, message, Optional.empty(), "");
    }

    static StatusBody badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    static StatusBody notFound(SimType type, String name) {
        return of(404, "NotFound", type.name() + " \"" + name + "\" not found").with(named(type, name));
    }

    static StatusBody noSuchResource() {
        return of(404, "NotFound", "the server could not find the requested resource")
                .with(Json.object());
    }

    static StatusBody methodNotAllowed() {
        return of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")
                .with(Json.object());
    }

    static StatusBody alreadyExists(SimType type, String name) {
        return of(409, "AlreadyExists", type.name() + " \"" + name + "\" already exists")
                .with(named(type, name));
    }

    static StatusBody conflict(SimType type, String name, String why) {
        return of(409, "Conflict", "Operation cannot be fulfilled on " + type.name() + " \"" + name + "\": " + why)
                .with(named(type, name));
    }

    static StatusBody unsupportedMediaType(String accepted) {
        return of(
                        415,
                        "UnsupportedMediaType",
                        "the body of the request was in an unknown format - accepted media types include: " + accepted)
                .with(Json.object());
    }

    static StatusBody forbidden(SimType type, String verb, String namespace, String name) {
        String object = name.isEmpty() ? type.name() : type.name() + " \"" + name + "\"";
        String where = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
        return of(
                        403,
                        "Forbidden",
                        object + " is forbidden: User \"system:serviceaccount:default:nearcache\" cannot " + verb
                                + " resource \"" + type.plural() + "\" in API group \"" + type.group() + "\" " + where)
                .with(named(type, name));
    }

    static StatusBody unauthorized() {
        return of(401, "Unauthorized", "Unauthorized");
    }

    static StatusBody unavailable() {
        return of(503, "ServiceUnavailable", "the server is currently unable to handle the request");
    }

    static StatusBody tooLarge(long wanted, long current) {
        ObjectNode details = Json.object();
        details.putArray("causes")
                .addObject()
                .put("reason", "ResourceVersionTooLarge")
                .put("message", "Too large resource version");
        details.put("retryAfterSeconds", 1);
        return of(
                        504,
                        "Timeout",
                        "Timeout: Too large resource version: " + Long.toUnsignedString(wanted) + ", current: "
                                + current)
                .with(details);
    }

    static StatusBody expiredList() {
        return of(410, "Expired", "The resourceVersion for the provided list is too old.");
    }

    static StatusBody expiredWatch(long wanted, long oldest) {
        return of(410, "Expired", "too old resource version: " + wanted + " (" + oldest + ")");
    }

    static StatusBody expiredContinue(String replacement) {
        String message = "The provided continue parameter is too old to display a consistent list result. You can start"
                + " a new list without the continue parameter, or use the continue token in this response to retrieve"
                + " the remainder of the results. Continuing with the provided token results in an inconsistent list -"
                + " objects that were created, modified, or deleted between the time the first chunk was returned and"
                + " now may show up in the list.";
        return new StatusBody(410, "Expired", message, Optional.empty(), replacement);
    }

    private static ObjectNode named(SimType type, String name) {
        ObjectNode details = Json.object();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        return details.put("kind", type.plural());
    }

    /** The same with details. */
    public StatusBody with(ObjectNode more) {
        return new StatusBody(code, reason, message, Optional.of(more), continueToken);
    }

    /** Seconds for the Retry-After header, 0 for none. */
    int retryAfterSeconds() {
        return details.map(d -> d.path("retryAfterSeconds").asInt(0)).orElse(0);
    }

    /** The Status object, its fields in the API server's order. */
    public ObjectNode json() {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        ObjectNode metadata = status.putObject("metadata");
        if (!continueToken.isEmpty()) {
            metadata.put("continue", continueToken);
        }
        status.put("status", "Failure").put("message", message);
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        details.ifPresent(d -> status.set("details", d));
        return status.put("code", code);
    }
}
