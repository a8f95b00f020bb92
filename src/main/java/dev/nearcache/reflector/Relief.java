package dev.nearcache.reflector;

/** What ends a wait before its time. */
public enum Relief {
    /** The API server can be reached again after it could not. */
    CONTACT,
    /** We have other credentials than those that were refused. */
    LOGIN,
    /** What the API server says of the type has changed. */
    TYPE
}
