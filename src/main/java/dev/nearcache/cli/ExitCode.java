package dev.nearcache.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a command ends. */
enum ExitCode {
    /** It did what was asked. */
    OK(0, "it did what was asked; a clean stop"),
    /** It could not. */
    FAILURE(1, "it could not"),
    /** It was asked wrongly: arguments or configuration. */
    USAGE(2, "wrong usage or configuration"),
    /** There was no memory left; the number that the JVM has for it. */
    OUT_OF_MEMORY(3, "it ran out of memory");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    int number() {
        return number;
    }

    /** What each number means, for help texts. */
    static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            meanings.put(String.valueOf(code.number), code.meaning);
        }
        return meanings;
    }
}
