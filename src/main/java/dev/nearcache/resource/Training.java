package dev.nearcache.resource;

import com.github.luben.zstd.Zstd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes a dictionary from bodies, and judges it by others of them that it has not seen. Takes some hundred milliseconds
 * of one core, and a few megabytes; needs nothing but its arguments.
 */
final class Training {
    /** Measured on pods: more samples or a larger dictionary make no difference, fewer or a smaller one do. */
    static final int ENOUGH = 1 << 20;

    /** So many samples are enough, however small: more only take time. */
    static final int MOST_SAMPLES = 4096;

    private static final int DICTIONARY = 32 * 1024;

    /** zstd advises samples of some ten times the dictionary. */
    private static final int SAMPLES_A_DICTIONARY = 16;

    private static final int FEWEST = 16;

    /** Each of so many is kept to judge by. */
    private static final int JUDGES = 4;

    /** Level 3, zstd's default, would save another six percent, but its tables take 350 kB more for each type. */
    private static final int LEVEL = 1;

    /** A new dictionary is worth the work of packing all anew only if it saves as much. */
    private static final double BETTER = 0.95;

    private final Compression compression;
    private final AtomicInteger dictionaries;

    /** @param dictionaries counts those that are in memory */
    Training(Compression compression, AtomicInteger dictionaries) {
        this.compression = compression;
        this.dictionaries = dictionaries;
    }

    /**
     * What came of it.
     *
     * @param dictionary one that is better than the present one
     * @param ratio of packed bytes to bytes of text, with the better of the two
     */
    record Outcome(Optional<Dictionary> dictionary, double ratio) {}

    /** Trains a dictionary. */
    Outcome train(List<StoredBody> samples, BodyForm present) {
        List<byte[]> learn = new ArrayList<>();
        List<byte[]> judge = new ArrayList<>();
        double share = ENOUGH
                / (double) Math.max(
                        1, samples.stream().mapToLong(StoredBody::jsonLength).sum());
        // Drawn, not counted off, since what is sorted by name may have a rhythm; from one seed, to be repeatable.
        SplittableRandom random = new SplittableRandom(samples.size());
        for (StoredBody sample : samples) {
            if (random.nextDouble() < share) {
                (random.nextInt(JUDGES) == 0 ? judge : learn).add(sample.json());
            }
        }
        double now = present.ratio(judge);
        Optional<Dictionary> dictionary = learn.size() < FEWEST || judge.isEmpty() ? Optional.empty() : trained(learn);
        double then = dictionary
                .map(candidate -> new BodyForm(present.initial(), candidate).ratio(judge))
                .orElse(now);
        if (then < now * BETTER) {
            return new Outcome(dictionary, then);
        }
        dictionary.ifPresent(Dictionary::discard);
        return new Outcome(Optional.empty(), now);
    }

    private Optional<Dictionary> trained(List<byte[]> texts) {
        int bytes = texts.stream().mapToInt(text -> text.length).sum();
        byte[] content = new byte[Math.min(DICTIONARY, bytes / SAMPLES_A_DICTIONARY)];
        long size = Zstd.trainFromBuffer(texts.toArray(new byte[0][]), content, false, LEVEL);
        if (Zstd.isError(size)) {
            return Optional.empty();
        }
        dictionaries.incrementAndGet();
        byte[] trained = Arrays.copyOf(content, (int) size);
        return Optional.of(new Dictionary(compression, trained, LEVEL, dictionaries::decrementAndGet));
    }
}
