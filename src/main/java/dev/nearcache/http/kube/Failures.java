package dev.nearcache.http.kube;

import dev.nearcache.http.kube.Status.Cause;
import dev.nearcache.http.kube.Status.Details;
import dev.nearcache.query.QueryException;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import java.util.List;

/** Every failure that a client may see, and the Status that it becomes. There is no other such mapping. */
public final class Failures {
    /** The least wait that we ask of a client that came too early. */
    private static final int RETRY_SECONDS = 1;

    static final String SECRETS_HIDDEN =
            "Secrets are not passed through from the API server while secrets.values is hash";

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
                        .with(about(
                                failure.resource(), "", List.of(new Cause("ResourceNotCached", failure.detail(), ""))));
            case EXPIRED -> Status.of(410, "Expired", message).continued(failure.detail());
            case TOO_LARGE_VERSION -> tooLarge(message);
            case NOT_SYNCED, NOT_READABLE ->
                Status.of(503, "ServiceUnavailable", message)
                        .with(about(failure.resource(), "", List.of(new Cause("NotSynced", failure.detail(), "")))
                                .retryAfter(retrySeconds(failure)));
        };
    }

    /** A Kubernetes watch of a type that is not complete yet (kubernetes-api.md 1.5, E-NotReady). */
    public static Status notReady(QueryException unready) {
        return Status.of(429, "TooManyRequests", "storage is (re)initializing: " + unready.getMessage())
                .with(Details.EMPTY.retryAfter(retrySeconds(unready)));
    }

    /** With a hint, kubectl tries ten times before it says anything: it gets none where that would be in vain. */
    private static int retrySeconds(QueryException unready) {
        return unready.reason() == QueryException.Reason.NOT_READABLE ? 0 : RETRY_SECONDS;
    }

    /** No such type in a group that there is, or no such path below a type. */
    public static Status unknownResource() {
        return Status.of(404, "NotFound", "the server could not find the requested resource")
                .with(Details.EMPTY);
    }

    /**
     * What is not cached, where reads of it could be handed on: in the words of kube-apiserver, by which some clients know
     * it, and then why.
     */
    static Status notCached(String name) {
        return Status.of(404, "NotFound", "the server could not find the requested resource: " + notHandedOn(name))
                .with(Details.EMPTY);
    }

    /** The same for those who are answered in plain text. */
    static String notHandedOn(String name) {
        return name
                + " is not cached by Nearcache, which hands reads on to the API server only with upstream.passthrough: true";
    }

    /** A verb that is not offered: everything here is read only. Begins as kube-apiserver says it. */
    public static Status methodNotAllowed() {
        return Status.of(
                        405,
                        "MethodNotAllowed",
                        "the server does not allow this method on the requested resource: this is Nearcache, a read-only"
                                + " cache; what writes, executes or connects goes to the API server itself")
                .with(Details.EMPTY);
    }

    /** The same on our own paths, where we may say why. */
    public static Status readOnly() {
        return Status.of(405, "MethodNotAllowed", "the API is read only: the only method it allows is GET")
                .with(Details.EMPTY);
    }

    /** A parameter of old on a path of one object. */
    static Status exported() {
        return Status.badRequest("the export parameter, deprecated since v1.14, is no longer supported");
    }

    /** Nothing that the client accepts can be served. */
    public static Status notAcceptable() {
        return Status.of(
                406,
                "NotAcceptable",
                "only the following media types are accepted: application/json, application/yaml");
    }

    /** The same on our own paths, which know one. */
    public static Status onlyJson() {
        return Status.of(406, "NotAcceptable", "only the following media types are accepted: application/json");
    }

    /** Nothing that the client accepts can be served as a stream of events. */
    static Status notStreamable() {
        return Status.of(
                406, "NotAcceptable", "only the following media types are accepted: application/json;stream=watch");
    }

    /** No clause of an Accept header names a type that the router knows (kubernetes-api.md 2.6). */
    static Status noRepresentation() {
        String message = "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml";
        return Status.of(406, "NotAcceptable", message).with(Details.EMPTY);
    }

    /** The same where there is only JSON. */
    static Status onlyJsonRepresentation() {
        String message = "406: Not Acceptable\n\nAvailable representations: application/json";
        return Status.of(406, "NotAcceptable", message).with(Details.EMPTY);
    }

    /** A list cannot be shown as the metadata of one object. */
    static Status listAsPartial(ResourceType type) {
        return Status.of(
                406,
                "NotAcceptable",
                "you requested PartialObjectMetadata, but the requested object is a list (*" + goType(type) + "List)");
    }

    /** One object cannot be shown as a list. */
    static Status objectAsPartialList(ResourceType type) {
        return Status.of(
                406,
                "NotAcceptable",
                "you requested PartialObjectMetadataList, but the requested object is not a list (*" + goType(type)
                        + ")");
    }

    /** What kube-apiserver calls the type in its own language. */
    private static String goType(ResourceType type) {
        if (!type.builtIn()) {
            return "unstructured.Unstructured";
        }
        String group = type.group();
        boolean core = group.isEmpty() || group.equals("events.k8s.io");
        return (core ? "core" : group.split("\\.", -1)[0]) + "." + type.kind();
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
                503,
                "ServiceUnavailable",
                "a WebSocket is not handed on to the API server: ask for the same without Upgrade");
    }

    /** The API server is needed for the answer, and it gave none. */
    public static Status originLost(String why) {
        return Status.of(503, "ServiceUnavailable", "the API server gives no answer: " + why)
                .with(Details.EMPTY.retryAfter(RETRY_SECONDS));
    }

    /** What the API server says of Secrets is not shown. */
    static Status secretsHidden() {
        return Status.of(403, "Forbidden", "secrets is forbidden: " + SECRETS_HIDDEN)
                .with(new Details("", "", "secrets", List.of(), 0));
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

    /** The client's own limit, {@code timeout}, came before the answer; there the body lacks its kind and calls itself text. */
    static Status timedOut() {
        return Status.of(504, "Timeout", "Timeout: request did not complete within the allotted timeout")
                .with(Details.EMPTY);
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
