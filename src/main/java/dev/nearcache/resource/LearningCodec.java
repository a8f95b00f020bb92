package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compresses one type's objects by a dictionary that is trained on them, in the background.
 *
 * <ol>
 *   <li>At first objects are packed by words that all of Kubernetes uses. Meanwhile the first ones are gathered; as soon
 *       as there are enough, the first dictionary is trained, so that most of a long list is packed by it already.
 *   <li>When the list is held, all that was packed before is packed anew, and from then on the codec looks at the whole of
 *       what is held: is it clearly larger than the dictionary promised, as where a list begins with one team's objects and
 *       goes on with another's, or where objects change, then another one is trained on a sample of it all.
 *   <li>Each training is allowed after twice as many objects as the one before, so that a type that cannot be packed
 *       any better does not cost for ever. A type that is small altogether is never trained for: a dictionary would take
 *       more than it saves.
 * </ol>
 */
final class LearningCodec implements ObjectCodec {
    /** How much larger than promised is clearly larger. */
    private static final double TOLERANCE = 1.25;

    private static final int FIRST_PATIENCE = 256;

    /** Objects that are much larger than this pack well by themselves, and would crowd out the others. */
    private static final int LARGEST_SAMPLE = 64 * 1024;

    private enum Stage {
        /** The first list comes in. */
        GATHERING,
        TRAINING,
        /** What there is to learn is in what is held. */
        HOLDING
    }

    private final Background background;
    private final Training training;
    private final Runnable learned;
    private final AtomicInteger dictionaries = new AtomicInteger();
    private final AtomicInteger trainings = new AtomicInteger();
    private List<StoredBody> samples = new ArrayList<>();
    private long sampled;
    private Stage stage = Stage.GATHERING;

    /** Bytes of stored objects for each byte of their texts, as the dictionary promised. */
    private double promised;

    /** Objects that were encoded since the last training, and how many there must be before the next. */
    private int encoded;

    private int patience;

    private volatile BodyForm form;
    private int generation;

    /** @param learned is called after each change of {@link #generation} */
    LearningCodec(Compression compression, Background background, Runnable learned) {
        this.background = background;
        this.learned = learned;
        this.form = new BodyForm(compression.initial(), compression.initial());
        this.training = new Training(compression, dictionaries);
    }

    @Override
    public StoredBody encode(byte[] buffer, int offset, int length) {
        StoredBody body = form.of(buffer, offset, length);
        encoded += encoded < Integer.MAX_VALUE ? 1 : 0;
        if (stage == Stage.GATHERING && length <= LARGEST_SAMPLE) {
            gather(body);
        }
        return body;
    }

    private void gather(StoredBody body) {
        samples.add(body);
        sampled += body.jsonLength();
        if (sampled >= Training.ENOUGH) {
            List<StoredBody> enough = samples;
            train(() -> enough);
        }
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public StoredBody renewed(StoredBody body) {
        return form.of(body);
    }

    @Override
    public void review(HeldBodies held) {
        switch (stage) {
            case TRAINING -> {}
            case GATHERING, HOLDING -> {
                stage = Stage.HOLDING;
                samples = List.of();
                if (encoded >= patience && held.bytes() >= Training.ENOUGH && isBehind(held)) {
                    train(() -> samplesOf(held));
                }
            }
        }
    }

    private boolean isBehind(HeldBodies held) {
        return held.storedBytes() > held.bytes() * promised * TOLERANCE;
    }

    private static List<StoredBody> samplesOf(HeldBodies held) {
        return held.sample(Training.MOST_SAMPLES).stream()
                .filter(body -> body.jsonLength() <= LARGEST_SAMPLE)
                .toList();
    }

    private void train(Samples from) {
        BodyForm present = form;
        stage = Stage.TRAINING;
        samples = List.of();
        encoded = 0;
        patience = Math.max(FIRST_PATIENCE, Math.min(2 * patience, Integer.MAX_VALUE / 2));
        background.run(() -> training.train(from.bodies(), present), this::finish);
    }

    /** Where samples come from, found out in the background. */
    @FunctionalInterface
    private interface Samples {
        List<StoredBody> bodies();
    }

    private void finish(Training.Outcome outcome) {
        stage = Stage.HOLDING;
        promised = outcome.ratio();
        trainings.incrementAndGet();
        outcome.dictionary().ifPresent(better -> {
            form = new BodyForm(form.initial(), better);
            generation++;
            learned.run();
        });
    }

    @Override
    public Learning learning() {
        int alive = dictionaries.get();
        return new Learning(alive, (long) alive * form.dictionary().footprint(), trainings.get());
    }
}
