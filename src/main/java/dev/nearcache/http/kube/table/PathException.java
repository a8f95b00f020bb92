package dev.nearcache.http.kube.table;

/** A path that cannot be read, or that does not fit the object: both leave a cell empty. */
final class PathException extends Exception {
    private static final long serialVersionUID = 1;

    PathException(String message) {
        super(message, null, false, false);
    }
}
