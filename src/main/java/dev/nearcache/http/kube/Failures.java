package dev.nearcache.http.kube;

import dev.nearcache.http.kube.Status.Cause;
import dev.nearcache.http.kube.Status.Details;
import dev.nearcache.query.QueryException;
import dev.nearcache.resource.ResourceName;
import java.util.List;

/** Every failure that a client may see, and the Status that it becomes. There is no other such mapping. */
public final class Failures {
    /** The least wait that we ask of a client that came too early. */
    private static final int RETRY_SECONDS = 1;

    private Failures() {}

    /** The Status of a question that could not be answered. */
    public static Status of(QueryException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure.reason()) {
            case BAD_REQUEST -> Status.badRequest(message);
            case NOT_FOUND ->
                Status.of(404, "NotFound", message).with(about(failure.resource(), failure.detail(), List.of()));
            case NOT_CACHED ->
                Status.of(404, "NotFound", message)
                        .with(about(failure.resource(), "", List.of(new Cause("ResourceNotCached", message, ""))));
            case EXPIRED -> Status.of(410, "Expired", message).continued(failure.detail());
            case TOO_LARGE_VERSION -> tooLarge(message);
            case NOT_SYNCED ->
                Status.of(503, "ServiceUnavailable", message)
                        .with(about(failure.resource(), "", List.of(new Cause("NotSynced", failure.detail(), "")))
                                .retryAfter(RETRY_SECONDS));
        };
    }

    /** A Kubernetes watch of a type that is not complete yet (kubernetes-api.md 1.5, E-NotReady). */
    public static Status notReady(String why) {
        return Status.of(429, "TooManyRequests", "storage is (re)initializing: " + why)
                .with(Details.EMPTY.retryAfter(RETRY_SECONDS));
    }

    /** No such type in a group that there is, or no such path below a type. */
    public static Status unknownResource() {
        return Status.of(404, "NotFound", "the server could not find the requested resource")
                .with(Details.EMPTY);
    }

    /** A verb that is not offered: everything here is read only. */
    public static Status methodNotAllowed() {
        return Status.of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")
                .with(Details.EMPTY);
    }

    /** The same on our own paths, where we may say why. */
    public static Status readOnly() {
        return Status.of(405, "MethodNotAllowed", "the API is read only: the only method it allows is GET")
                .with(Details.EMPTY);
    }

    /** Nothing that the client accepts can be served. */
    public static Status notAcceptable() {
        return Status.of(406, "NotAcceptable", "only the following media types are accepted: application/json");
    }

    /** The credentials are missing or wrong. */
    public static Status unauthorized() {
        return Status.of(401, "Unauthorized", "Unauthorized");
    }

    /** A Host that is not on the list: perhaps a web page reaching for localhost. */
    public static Status foreignHost(String host) {
        String message = "forbidden: Host \"" + host + "\" is not allowed; add it to api.allowedHosts";
        return Status.of(403, "Forbidden", message).with(Details.EMPTY);
    }

    /** An Origin whose host is not on that list: a web page of another site. */
    public static Status foreignOrigin(String origin) {
        String message = "forbidden: Origin \"" + origin + "\" is not allowed: its host is not in api.allowedHosts";
        return Status.of(403, "Forbidden", message).with(Details.EMPTY);
    }

    /** As many streams are open as are allowed, or the server is about to stop. */
    public static Status noMoreStreams(String message) {
        return Status.of(429, "TooManyRequests", message).with(Details.EMPTY.retryAfter(RETRY_SECONDS));
    }

    /** fabric8 asks for the same over plain HTTP after this code, and after few others (kubernetes-api.md 3.1). */
    static Status noWebSocket() {
        return Status.of(
                503, "ServiceUnavailable", "watches over WebSocket are not served: ask for the same without Upgrade");
    }

    /** A mistake of ours. */
    public static Status internal() {
        return Status.of(500, "InternalError", "Internal error: the request could not be served; see the log")
                .with(Details.EMPTY);
    }

    /** A version that is no number, where kube-apiserver makes it an internal error (kubernetes-api.md 1.2). */
    static Status unreadableVersion(String message) {
        return Status.of(500, "", message);
    }

    /** The same on a list, where it is the client's mistake (kubernetes-api.md 1.3). */
    static Status invalidVersion(String message) {
        return Status.badRequest("invalid resource version: " + message);
    }

    private static Status tooLarge(String message) {
        Cause cause = new Cause("ResourceVersionTooLarge", "Too large resource version", "");
        return Status.of(504, "Timeout", "Timeout: " + message)
                .with(new Details("", "", "", List.of(cause), RETRY_SECONDS));
    }

    private static Details about(ResourceName resource, String name, List<Cause> causes) {
        return new Details(name, resource.group(), resource.plural(), causes, 0);
    }
}
