package dev.nearcache.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Testbed;
import dev.nearcache.twin.ClientGo.Queue;
import dev.nearcache.twin.ClientGo.Start;
import dev.nearcache.twin.Moment.Asked;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * client-go's own reflector and ours, on the same invented API servers. {@code -Dtwin.first} and {@code -Dtwin.seeds}
 * choose the seeds.
 */
@Tag("testbed")
@Timeout(3600)
class TwinIT {
    private static final long FIRST = Long.getLong("twin.first", 1);
    private static final int SEEDS = Integer.getInteger("twin.seeds", 300);

    /** Enough to show each deliberate fault. */
    private static final int FEW = 60;

    private static final int AT_ONCE = 32;
    private static final int SHOWN = 5;

    private static Vertx vertx;
    private static ScriptServer server;
    private static ClientGo clientGo;

    /** What came of one seed. */
    private record Run(long seed, Trace delta, Trace ordered, Trace ours) {
        List<Comparison> comparisons() {
            return List.of(Comparison.of(delta, ours), Comparison.of(ordered, ours));
        }

        String show() {
            return "seed " + seed + " on DeltaFIFO:\n" + SideBySide.of(delta, ours) + "\nseed " + seed
                    + " on RealFIFO:\n" + SideBySide.of(ordered, ours);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        Testbed.assumeBuilt("twin");
        vertx = Vertx.vertx();
        server = RunningSidecar.await(ScriptServer.start(vertx));
        clientGo = ClientGo.start();
    }

    @AfterAll
    static void end() throws Exception {
        if (vertx != null) {
            clientGo.close();
            server.close();
            RunningSidecar.await(vertx.close());
        }
    }

    @Test
    void nothingDiffersButWhatIsWantedAndEachWantedDifferenceIsMet() {
        // Given
        Map<Rule, Integer> met = new EnumMap<>(Rule.class);
        List<String> different = new ArrayList<>();

        // When
        run(SEEDS, Fault.NONE, run -> {
            for (Comparison comparison : run.comparisons()) {
                comparison.rules().forEach(rule -> met.merge(rule, 1, Integer::sum));
                if (!comparison.equal()) {
                    different.add("seed " + run.seed() + ": " + comparison.difference() + "\n" + run.show());
                }
            }
        });

        // Then
        System.out.printf(
                "twin: seeds %d to %d on two queues: %d differ; met %s%n",
                FIRST, FIRST + SEEDS - 1, different.size(), met);
        assertTrue(
                different.isEmpty(),
                () -> String.join("\n\n", different.subList(0, Math.min(SHOWN, different.size()))));
        if (FIRST == 1 && SEEDS >= 300) {
            assertEquals(EnumSet.allOf(Rule.class), met.keySet(), "a rule that no seed needs hides something else");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aDeliberateFaultIsNoticed(Fault fault) {
        // Given
        List<Long> noticed = new ArrayList<>();

        // When
        run(FEW, fault, run -> {
            if (!run.comparisons().stream().allMatch(Comparison::equal)) {
                noticed.add(run.seed());
            }
        });

        // Then
        System.out.printf("twin: %s is noticed by %d of %d seeds%n", fault, noticed.size(), FEW);
        assertTrue(!noticed.isEmpty(), () -> fault + " is not noticed by any of " + FEW + " seeds");
    }

    @Test
    void whoIsStoppedBeforeItsStartAsksNothing() {
        for (long seed = FIRST; seed < FIRST + 10; seed++) {
            // When
            Trace theirs =
                    clientGo.run(server, play(seed), Queue.DELTA, Start.STOPPED).join();
            Trace ours = Ours.run(vertx, server, play(seed), Fault.NONE, Start.STOPPED)
                    .join();

            // Then
            assertEquals(
                    List.of(),
                    theirs.moments().stream().filter(Asked.class::isInstance).toList());
            assertEquals(new Trace(List.of(), Map.of(), ""), ours);
        }
    }

    /** Runs many seeds side by side, and hands each over in their order. */
    private static void run(int seeds, Fault fault, Consumer<Run> judge) {
        Deque<CompletableFuture<Run>> running = new ArrayDeque<>();
        for (long seed = FIRST; seed < FIRST + seeds; seed++) {
            running.add(run(seed, fault));
            if (running.size() == AT_ONCE) {
                judge.accept(running.remove().join());
            }
        }
        running.forEach(last -> judge.accept(last.join()));
    }

    private static CompletableFuture<Run> run(long seed, Fault fault) {
        CompletableFuture<Trace> delta = clientGo.run(server, play(seed), Queue.DELTA, Start.USUAL);
        CompletableFuture<Trace> ordered = clientGo.run(server, play(seed), Queue.ORDERED, Start.USUAL);
        return Ours.run(vertx, server, play(seed), fault, Start.USUAL)
                .thenCombine(delta, List::of)
                .thenCombine(ordered, (two, third) -> new Run(seed, two.get(1), third, two.get(0)));
    }

    private static Play play(long seed) {
        return new Play(new Script(seed));
    }
}
