package dev.nearcache.soak;

import dev.nearcache.soak.TroubleKind.Whose;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Which troubles come when, drawn from the seed; between them, moments of quiet. For the script's thread. */
final class Script {
    private static final int MOST_AT_ONCE = 4;

    private final Cluster cluster;
    private final Network network;
    private final Edits edits;
    private final RandomGenerator random;
    private final PrintStream out;
    private long next;
    private final List<Running> running = new ArrayList<>();
    private final Map<TroubleKind, Integer> counts = new EnumMap<>(TroubleKind.class);

    /** A trouble on its way, until a moment of {@link System#nanoTime}. */
    private record Running(TroubleKind kind, SoakType type, Trouble trouble, long end) {}

    Script(Cluster cluster, RandomGenerator random, PrintStream out) {
        this.cluster = cluster;
        this.network = new Network(cluster.proxy(), random);
        this.edits = new Edits(cluster.simulator().world(), random);
        this.random = random;
        this.out = out;
    }

    /** How often each kind has come. */
    Map<TroubleKind, Integer> counts() {
        return counts;
    }

    /** Another rate of changes, for the next phase. */
    void churn() {
        double share = random.nextDouble();
        Waiting.on(cluster.simulator().churn().rate(50 + (int) (250 * share * share)));
        next = System.nanoTime();
    }

    /** A step of a phase: ends what is over, may begin something, changes some objects. */
    void step() {
        long now = System.nanoTime();
        end(now);
        while (next - now < 0) {
            next += Duration.ofMillis(random.nextInt(100, 1_000)).toNanos();
            if (running.size() < MOST_AT_ONCE) {
                begin(now);
            }
        }
        edits.make();
    }

    /** Ends every trouble; objects go on changing. */
    void lift() {
        end(Long.MAX_VALUE);
    }

    /** Ends everything: from here on the cluster is as it should be. */
    void quiet() {
        lift();
        Waiting.on(cluster.simulator().churn().stop());
    }

    private void begin(long now) {
        TroubleKind kind = Draw.of(TroubleKind.on(cluster.login().wire()), random);
        SoakType type = kind.whose().type(random);
        boolean taken = running.stream().anyMatch(other -> other.type() == type && kind.whose() != Whose.EVERYBODY);
        boolean everybodys = kind.whose() == Whose.EVERYBODY
                && running.stream().anyMatch(other -> other.kind().whose() == Whose.EVERYBODY);
        if (taken || everybodys) {
            return;
        }
        Trouble trouble = kind.in(new Scene(cluster, network, type, random));
        Duration length = Duration.ofMillis(random.nextLong(300, kind.whose() == Whose.EVERYBODY ? 5_000 : 9_000));
        running.add(new Running(kind, type, trouble, now + length.toNanos()));
        counts.merge(kind, 1, Integer::sum);
        out.println("  " + kind + (kind.whose() == Whose.EVERYBODY ? "" : " of " + type) + " for " + length);
        Waiting.on(trouble.beginning().get());
    }

    private void end(long now) {
        for (Iterator<Running> all = running.iterator(); all.hasNext(); ) {
            Running one = all.next();
            if (one.end() - now < 0 || now == Long.MAX_VALUE) {
                all.remove();
                Waiting.on(one.trouble().ending().get());
            }
        }
    }
}
