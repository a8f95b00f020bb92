package dev.nearcache.http.kube;

/** A request that ends in a {@link Status}. */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Status status;

    StatusException(Status status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    /** The answer. */
    public Status status() {
        return status;
    }
}
