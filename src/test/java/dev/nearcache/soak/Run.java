package dev.nearcache.soak;

import dev.nearcache.soak.StreamClient.Mood;
import dev.nearcache.testing.SidecarProgram;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** A run from its first phase to its last: phases of trouble, each followed by a quiet point at which all must agree. */
final class Run {
    private static final Duration STEP = Duration.ofMillis(250);
    private static final Duration QUIET = Duration.ofSeconds(60);
    private static final Duration SAMPLE = Duration.ofSeconds(8);

    private final Parts parts;
    private final RandomGenerator random;
    private final PrintStream out;
    private long nextSample = System.nanoTime();
    private int quietPoints;

    /** Everything that a run plays with. */
    record Parts(
            SidecarProgram sidecar,
            SidecarStatus status,
            Court court,
            Clients clients,
            ListReader lists,
            Script script,
            Restore restore,
            Unseen unseen,
            Vitals vitals,
            Findings findings) {}

    Run(Parts parts, RandomGenerator random, PrintStream out) {
        this.parts = parts;
        this.random = random;
        this.out = out;
    }

    /** Plays until a moment of {@link System#nanoTime}; ends at a quiet point. */
    void play(Duration phase, long end) {
        while (end - System.nanoTime() > 0) {
            boolean restored = random.nextInt(3) == 0;
            trouble(phase);
            if (restored) {
                restore();
            }
            quiet();
            if (random.nextInt(3) == 0) {
                unseen();
            }
        }
    }

    int quietPoints() {
        return quietPoints;
    }

    private void trouble(Duration length) {
        parts.clients().mood(Mood.AS_DRAWN);
        parts.script().churn();
        long end = System.nanoTime() + length.toNanos();
        while (end - System.nanoTime() > 0) {
            parts.script().step();
            look();
        }
    }

    private void restore() {
        out.println("  RESTORE");
        parts.script().lift();
        parts.restore().happen();
        long end = System.nanoTime() + QUIET.toNanos();
        do {
            look();
        } while (!parts.court().ofTheEpochBefore().isEmpty() && end - System.nanoTime() > 0);
    }

    /** Nothing lasting is wrong and nothing changes any more, but a few objects have changed in silence. */
    private void unseen() {
        out.println("  UNSEEN CHANGES");
        Trouble trouble = parts.unseen().draw();
        Waiting.on(trouble.beginning().get());
        quiet();
        Waiting.on(trouble.ending().get());
    }

    /** All troubles lifted: soon every client has exactly what there is. */
    private void quiet() {
        parts.script().quiet();
        parts.clients().mood(Mood.PROMPT);
        long begun = System.nanoTime();
        List<String> differing;
        do {
            look();
            differing = parts.court().differing();
        } while (!differing.isEmpty() && System.nanoTime() - begun < QUIET.toNanos());
        parts.court().sentence();
        parts.lists().readAll();
        look();
        quietPoints++;
        out.printf(
                "quiet point %d: all agree after %d ms; %s%n",
                quietPoints, (System.nanoTime() - begun) / 1_000_000, parts.status());
    }

    private void look() {
        long next = System.nanoTime() + STEP.toNanos();
        parts.lists().read();
        parts.court().look(parts.status());
        parts.lists().judge();
        if (!parts.sidecar().isAlive()) {
            throw new IllegalStateException(
                    "the sidecar has ended; its log: " + parts.sidecar().output());
        }
        Throwable fault = parts.clients().faults().poll();
        if (fault != null) {
            parts.findings().add(Finding.INCONSISTENT, "a client", "what it cannot read: " + fault, "");
        }
        if (System.nanoTime() - nextSample > 0) {
            sample();
            nextSample = System.nanoTime() + SAMPLE.toNanos();
        }
        Waiting.until(next);
    }

    private void sample() {
        try {
            parts.vitals().sample();
        } catch (UncheckedIOException failed) {
            parts.findings().add(Finding.INCONSISTENT, "the sidecar", "does not tell its figures: " + failed, "");
        }
    }
}
