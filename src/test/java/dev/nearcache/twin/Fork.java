package dev.nearcache.twin;

import dev.nearcache.twin.Moment.Asked;
import dev.nearcache.twin.Moment.Waited;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where two traces that were alike so far may differ: the places to which they were followed. */
record Fork(List<Moment> theirMoments, int theirPlace, List<Moment> ourMoments, int ourPlace) {
    /** Whether they do the same next. Waits are compared with the ladder, each with its own. */
    boolean same() {
        Optional<Moment> theirs = theirs(0);
        Optional<Moment> ours = ours(0);
        if (theirs.isEmpty() || ours.isEmpty()) {
            return theirs.isEmpty() && ours.isEmpty();
        }
        if (theirs.get() instanceof Asked left && ours.get() instanceof Asked right) {
            return left.request().equals(right.request());
        }
        return theirs.get() instanceof Waited && ours.get() instanceof Waited;
    }

    /** What client-go did there, or so many moments later. */
    Optional<Moment> theirs(int later) {
        return at(theirMoments, theirPlace + later);
    }

    /** What ours did there, or so many moments later. */
    Optional<Moment> ours(int later) {
        return at(ourMoments, ourPlace + later);
    }

    /** What client-go asks there, or so many moments later. */
    Optional<Request> theyAsk(int later) {
        return asked(theirs(later));
    }

    /** What ours asks there, or so many moments later. */
    Optional<Request> weAsk(int later) {
        return asked(ours(later));
    }

    /** The request before, and what both were answered. */
    Optional<Asked> before() {
        for (int i = ourPlace - 1; i >= 0; i--) {
            if (ourMoments.get(i) instanceof Asked asked) {
                return Optional.of(asked);
            }
        }
        return Optional.empty();
    }

    /** The requests that ours sent so far, the last first. */
    List<Asked> soFar() {
        List<Asked> asked = new ArrayList<>();
        for (int i = ourPlace - 1; i >= 0; i--) {
            if (ourMoments.get(i) instanceof Asked each) {
                asked.add(each);
            }
        }
        return asked;
    }

    private static Optional<Request> asked(Optional<Moment> moment) {
        return moment.filter(Asked.class::isInstance).map(each -> ((Asked) each).request());
    }

    private static Optional<Moment> at(List<Moment> moments, int place) {
        return place >= 0 && place < moments.size() ? Optional.of(moments.get(place)) : Optional.empty();
    }
}
