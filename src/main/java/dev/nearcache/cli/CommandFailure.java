package dev.nearcache.cli;

/** An expected failure: its message is all that the user needs. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    CommandFailure(String message) {
        super(message);
        this.code = ExitCode.FAILURE;
    }

    CommandFailure(String message, Throwable cause) {
        this(ExitCode.FAILURE, message, cause);
    }

    CommandFailure(ExitCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** What the process is to end with. */
    ExitCode code() {
        return code;
    }
}
