package dev.nearcache.cli;

/** How a command ends. */
enum ExitCode {
    /** It did what was asked. */
    OK(0),
    /** It could not. */
    FAILURE(1),
    /** It was asked wrongly: arguments or configuration. */
    USAGE(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
