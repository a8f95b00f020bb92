package dev.nearcache.upstream;

import java.util.Comparator;
import java.util.stream.Stream;

/** Keeps secrets out of what people see. */
final class Secrets {
    /** Shorter words stand in texts by chance. */
    private static final int SHORTEST = 8;

    private Secrets() {}

    /** A text without a word of a secret; the longest first, as one may be a part of another. */
    static String hidden(String text, Stream<String> words) {
        return words.filter(word -> word.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .reduce(text, (shown, word) -> shown.replace(word, "***"));
    }
}
