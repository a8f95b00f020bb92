package dev.nearcache.upstream;

import org.jspecify.annotations.Nullable;

/** The way to the cluster is described wrongly; the message names the file and the key, and never shows a secret. */
public final class ClusterAccessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterAccessException(String message) {
        this(message, null);
    }

    ClusterAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
