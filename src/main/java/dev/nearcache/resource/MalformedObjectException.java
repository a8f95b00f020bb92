package dev.nearcache.resource;

/** What came is not an object that can be kept: it is no JSON object, or lacks a name or a readable version. */
public final class MalformedObjectException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedObjectException(String message) {
        super(message);
    }
}
