package dev.nearcache.simulator;

/** A request that ends in a failure Status; futures of {@link World} fail with it. */
public final class ApiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient StatusBody status;

    ApiFailure(StatusBody status) {
        super(status.message());
        this.status = status;
    }

    /** What the client is told. */
    public StatusBody status() {
        return status;
    }
}
