package dev.nearcache.twin;

import dev.nearcache.twin.Moment.Waited;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two traces for people: client-go's moments with {@code <}, ours with {@code >}, what they share with neither. */
final class SideBySide {
    private SideBySide() {}

    static String of(Trace theirs, Trace ours) {
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < theirs.moments().size() || j < ours.moments().size()) {
            Fork fork = new Fork(theirs.moments(), i, ours.moments(), j);
            if (fork.same()) {
                lines.addAll(shared(fork.theirs(0).orElseThrow(), fork.ours(0).orElseThrow()));
                i++;
                j++;
            } else if (fork.ours(0).isPresent() && (fork.theirs(0).isEmpty() || oursIsExtra(fork))) {
                lines.add("  > " + fork.ours(0).orElseThrow());
                j++;
            } else {
                lines.add("  < " + fork.theirs(0).orElseThrow());
                i++;
            }
        }
        return String.join("\n", lines);
    }

    /** Waits may differ, where client-go's ladder stands on another step. */
    private static List<String> shared(Moment theirs, Moment ours) {
        return theirs instanceof Waited && !theirs.toString().equals(ours.toString())
                ? List.of("  < " + theirs, "  > " + ours)
                : List.of("    " + ours);
    }

    /** What ours does after its next moment is what client-go does now. */
    private static boolean oursIsExtra(Fork fork) {
        Optional<Moment> after = fork.ours(1);
        return after.isPresent()
                && new Fork(fork.theirMoments(), fork.theirPlace(), fork.ourMoments(), fork.ourPlace() + 1).same();
    }
}
