package dev.nearcache.soak;

import dev.nearcache.soak.Vitals.Halves;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The summary: the same lines each time, to be quoted. */
final class Report {
    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    /** Prints it; whether all is well. */
    boolean print(Run.Parts parts, Duration length, long seed, int quietPoints) {
        Findings findings = parts.findings();
        StreamTally tally = parts.clients().tally();
        Map<TroubleKind, Integer> troubles = parts.script().counts();
        line(
                "soak",
                "%d min %d s, seed %d, upstream %s"
                        .formatted(length.toMinutes(), length.toSecondsPart(), seed, Wire.of(seed)));
        line(
                "troubles",
                troubles.values().stream().mapToInt(Integer::intValue).sum() + ": "
                        + troubles.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue())
                                .collect(Collectors.joining(", ")));
        line(
                "changes",
                parts.court().truth().changes() + " in the cluster; restores of etcd "
                        + parts.restore().count() + ", changes that only a list shows "
                        + parts.unseen().count());
        line(
                "clients",
                "%d; connections %d, resets %d, 410s %d, refused %d"
                        .formatted(
                                Clients.COUNT,
                                tally.connections(),
                                tally.resets(),
                                tally.expirations(),
                                tally.refusals()));
        line(
                "events",
                "%d delivered; %d changes held against the log one by one, %d across %d relists"
                        .formatted(
                                tally.events(),
                                parts.court().exact(),
                                parts.court().lenient(),
                                parts.court().relists()));
        line(
                "lists",
                "%d held against the log, %d refused"
                        .formatted(parts.lists().checks(), parts.lists().refused()));
        line("in silence", parts.court().healing().toString());
        line(
                "quiet points",
                quietPoints + ", at each of which all clients and lists agreed with the cluster or are found below");
        line(
                "verdict",
                "lost %d, invented %d, reordered %d, inconsistent %d"
                        .formatted(
                                findings.count(Finding.LOST),
                                findings.count(Finding.INVENTED),
                                findings.count(Finding.REORDERED),
                                findings.count(Finding.INCONSISTENT)));
        List<Halves> halves = parts.vitals().halves();
        halves.forEach(half -> line("sidecar", half.toString()));
        boolean well = findings.total() == 0 && halves.stream().allMatch(Halves::bounded) && tally.events() > 0;
        line("result", well ? "passed" : "FAILED");
        return well;
    }

    private void line(String name, String text) {
        out.printf("%-13s%s%n", name + ":", text);
    }
}
