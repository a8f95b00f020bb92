package dev.nearcache.resource;

/**
 * What came is not an object that can be kept: it is no JSON object, lacks a name or a readable version, or is nested
 * too deep. The message names the object as far as it names itself.
 */
public final class MalformedObjectException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedObjectException(String message) {
        super(message);
    }
}
