package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** The objects of a snapshot, a bounded piece of work at a time. */
interface SnapshotFeed {
    /** The next objects, after looking at no more than so many; perhaps none though there are more. */
    List<KubeObject> next(int max);

    /** Whether all were given. */
    boolean isDone();

    static SnapshotFeed of(Snapshot snapshot, Selection selection, WatchQuery.Order order) {
        Candidates candidates = selection.candidates(snapshot, selection.first());
        SnapshotFeed byKey = new ByKey(candidates, selection);
        return switch (order) {
            case KEY -> byKey;
            case VERSION -> new ByVersion(byKey);
        };
    }

    /** In key order, straight from the state. */
    final class ByKey implements SnapshotFeed {
        private final Candidates candidates;
        private final Selection selection;
        private boolean done;

        ByKey(Candidates candidates, Selection selection) {
            this.candidates = candidates;
            this.selection = selection;
        }

        @Override
        public List<KubeObject> next(int max) {
            List<KubeObject> matching = new ArrayList<>();
            for (int i = 0; i < max; i++) {
                if (!candidates.next()) {
                    done = true;
                    break;
                }
                if (selection.matches(candidates.object())) {
                    matching.add(candidates.object());
                }
            }
            return matching;
        }

        @Override
        public boolean isDone() {
            return done;
        }
    }

    /** In version order: each piece read is sorted by itself, and the pieces are merged as they are asked for. */
    final class ByVersion implements SnapshotFeed {
        private static final Comparator<KubeObject> OLDEST_FIRST = Comparator.comparing(KubeObject::resourceVersion);

        private final SnapshotFeed source;
        private final PriorityQueue<Deque<KubeObject>> runs =
                new PriorityQueue<>(Comparator.comparing(Deque::getFirst, OLDEST_FIRST));

        ByVersion(SnapshotFeed source) {
            this.source = source;
        }

        @Override
        public List<KubeObject> next(int max) {
            if (source.isDone()) {
                return merged(max);
            }
            List<KubeObject> run = source.next(max);
            if (!run.isEmpty()) {
                run.sort(OLDEST_FIRST);
                runs.add(new ArrayDeque<>(run));
            }
            return List.of();
        }

        private List<KubeObject> merged(int max) {
            List<KubeObject> oldest = new ArrayList<>();
            while (oldest.size() < max && !runs.isEmpty()) {
                Deque<KubeObject> run = runs.remove();
                oldest.add(run.removeFirst());
                if (!run.isEmpty()) {
                    runs.add(run);
                }
            }
            return oldest;
        }

        @Override
        public boolean isDone() {
            return source.isDone() && runs.isEmpty();
        }
    }
}
