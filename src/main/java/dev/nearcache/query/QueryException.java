package dev.nearcache.query;

import dev.nearcache.resource.Quoted;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/** A question that cannot be answered, with exactly one {@link Reason}. */
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why; a closed list, so that the one table of HTTP answers covers it. */
    public enum Reason {
        /** The question is malformed. */
        BAD_REQUEST,
        /** There is no such object. */
        NOT_FOUND,
        /** No such type is cached. */
        NOT_CACHED,
        /** The version asked for can no longer be rebuilt. */
        EXPIRED,
        /** The version asked for was not reached in time. */
        TOO_LARGE_VERSION,
        /** The type was never complete yet, so any answer could be wrong; it is soon, or once the API server is back. */
        NOT_SYNCED,
        /** The same for a reason that lasts until somebody changes something: it is forbidden, or not served. */
        NOT_READABLE;

        /** Whether the type will be readable some day, so that a stream may wait for it. */
        public boolean isUnready() {
            return this == NOT_SYNCED || this == NOT_READABLE;
        }
    }

    private final Reason reason;
    private final transient ResourceName resource;
    private final String detail;

    private static final ResourceName NO_RESOURCE = new ResourceName("", "", "");
    private static final String OLD_CONTINUE = "The provided continue parameter is too old to display a consistent list"
            + " result. You can start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the first chunk"
            + " was returned and now may show up in the list.";

    private QueryException(Reason reason, String message, ResourceName resource, String detail) {
        super(message, null, false, false);
        this.reason = reason;
        this.resource = resource;
        this.detail = detail;
    }

    /** A malformed question. */
    public static QueryException badRequest(String message) {
        return new QueryException(Reason.BAD_REQUEST, message, NO_RESOURCE, "");
    }

    /** No object of this name. */
    public static QueryException notFound(CachedResource resource, String name) {
        ResourceName of = unversioned(resource);
        return new QueryException(Reason.NOT_FOUND, of + " " + Quoted.of(name) + " not found", of, name);
    }

    /** No type of this name; the message lists those there are. */
    public static QueryException notCached(String name, String cached) {
        String message = "resource \"" + name + "\" is not cached; cached are: " + cached;
        return new QueryException(Reason.NOT_CACHED, message, NO_RESOURCE, name);
    }

    /** A namespace that is not among those mirrored; the message lists them. */
    public static QueryException notMirrored(CachedResource resource, String namespace) {
        String message = "namespace \"" + namespace + "\" of " + resource.name() + " is not cached; cached are: "
                + String.join(", ", resource.namespaces());
        return new QueryException(Reason.NOT_CACHED, message, unversioned(resource), namespace);
    }

    /** A list asked for at a version that is gone. */
    public static QueryException expired() {
        String message = "The resourceVersion for the provided list is too old.";
        return new QueryException(Reason.EXPIRED, message, NO_RESOURCE, "");
    }

    /** A resume point that the history no longer covers. */
    public static QueryException tooOld(ResourceVersion asked, ResourceVersion oldest) {
        String message = "too old resource version: " + asked + " (" + oldest + ")";
        return new QueryException(Reason.EXPIRED, message, NO_RESOURCE, "");
    }

    /** A resume point in what was let go, since there is more of the type than may be held; the message says of what. */
    public static QueryException dropped(CachedResource resource) {
        String message = "the history was dropped: " + notSynced(resource).getMessage();
        return new QueryException(Reason.EXPIRED, message, NO_RESOURCE, "");
    }

    /** A resume point of the future that did not come: perhaps of another cluster. */
    public static QueryException neverReached(ResourceVersion asked, ResourceVersion current) {
        String message = "resource version " + asked + " was not reached; current: " + current;
        return new QueryException(Reason.EXPIRED, message, NO_RESOURCE, "");
    }

    /** A page whose version is gone; the rest can be had at the newest version with the token given here. */
    public static QueryException expiredPage(ContinueToken replacement) {
        return new QueryException(Reason.EXPIRED, OLD_CONTINUE, NO_RESOURCE, replacement.encode());
    }

    /** A version that was waited for in vain. */
    public static QueryException tooLarge(ResourceVersion asked, ResourceVersion current) {
        String message = "Too large resource version: " + asked + ", current: " + current;
        return new QueryException(Reason.TOO_LARGE_VERSION, message, NO_RESOURCE, "");
    }

    /** A namespace of a type whose objects are in none. */
    public static QueryException clusterScoped(CachedResource resource) {
        return badRequest(resource.name() + " have no namespace: leave it out");
    }

    /** A type that was never complete yet; the message says how its mirror fares. */
    public static QueryException notSynced(CachedResource resource) {
        ResourceStatus status = resource.status();
        StringBuilder message = new StringBuilder()
                .append(resource.name())
                .append(" is not synced: ")
                .append(status.state().text());
        if (!status.reason().isEmpty() && !status.reason().equals(status.state().text())) {
            message.append(" (").append(status.reason()).append(')');
        }
        if (!status.message().isEmpty()) {
            message.append(": ").append(status.message());
        }
        List<String> missing = QueryService.missing(resource);
        if (!missing.isEmpty()) {
            message.append("; namespaces missing: ").append(String.join(", ", missing));
        }
        return unready(status.state(), message.toString(), resource);
    }

    /** A type that was served and is no more. */
    public static QueryException gone(CachedResource resource) {
        String message = resource.name() + " is no longer served by the API server";
        return unready(ResourceStatus.State.NOT_SERVED, message, resource);
    }

    private static QueryException unready(ResourceStatus.State state, String message, CachedResource resource) {
        Reason reason = state.lasts() ? Reason.NOT_READABLE : Reason.NOT_SYNCED;
        return new QueryException(reason, message, unversioned(resource), state.text());
    }

    /** A type that is served in another version, kind or scope than before. */
    public static QueryException becameAnother(CachedResource resource) {
        String message = resource.name() + " has become another type: what was sent of it is no longer so";
        return new QueryException(Reason.EXPIRED, message, NO_RESOURCE, "");
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** The type that is meant, with empty parts if none is. */
    public ResourceName resource() {
        return resource;
    }

    /** The name of what is missing, the replacement token of an expired page, or the state of a type; else empty. */
    public String detail() {
        return detail;
    }

    private static ResourceName unversioned(CachedResource resource) {
        return resource.type()
                .map(type -> new ResourceName(type.plural(), "", type.group()))
                .orElse(new ResourceName(
                        resource.name().plural(), "", resource.name().group()));
    }
}
