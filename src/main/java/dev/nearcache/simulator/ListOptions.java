package dev.nearcache.simulator;

import io.vertx.core.MultiMap;
import java.util.Locale;

/** The query parameters of lists and watches, decoded as kubernetes-api.md 0.3 says. */
final class ListOptions {
    private final MultiMap query;

    ListOptions(MultiMap query) {
        this.query = query;
    }

    String version() {
        return text("resourceVersion");
    }

    String match() {
        return text("resourceVersionMatch");
    }

    String continueToken() {
        return text("continue");
    }

    /** Objects a page, 0 for no limit. */
    long limit() {
        return Math.max(0, number("limit"));
    }

    /** Seconds after which a watch ends; 0 leaves it to the server, below 0 is at once. */
    long timeoutSeconds() {
        return number("timeoutSeconds");
    }

    boolean watch() {
        return flag("watch");
    }

    boolean bookmarks() {
        return flag("allowWatchBookmarks");
    }

    boolean sendInitialEvents() {
        return flag("sendInitialEvents");
    }

    boolean saysSendInitialEvents() {
        return query.contains("sendInitialEvents");
    }

    Selection selection(String namespace) {
        return Selection.of(namespace, text("labelSelector"), text("fieldSelector"));
    }

    /** Whether the version is "" or "0": no minimum. */
    boolean anyVersion() {
        return version().isEmpty() || version().equals("0");
    }

    /** The version as a number, 0 for none; fails with the message that both lists and watches send. */
    long versionNumber() {
        if (version().isEmpty()) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(version());
        } catch (NumberFormatException e) {
            throw new ApiFailure(StatusBody.badRequest(badVersion()));
        }
    }

    String badVersion() {
        return "invalid resource version: resourceVersion: Invalid value: \"" + version()
                + "\": strconv.ParseUint: parsing \"" + version() + "\": invalid syntax";
    }

    private String text(String name) {
        String value = query.get(name);
        return value == null ? "" : value;
    }

    private boolean flag(String name) {
        if (!query.contains(name)) {
            return false;
        }
        String value = text(name).toLowerCase(Locale.ROOT);
        return !value.equals("0") && !value.equals("false");
    }

    private long number(String name) {
        String value = text(name);
        if (value.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new ApiFailure(StatusBody.badRequest("strconv.ParseInt: parsing \"" + value + "\": invalid syntax"));
        }
    }
}
