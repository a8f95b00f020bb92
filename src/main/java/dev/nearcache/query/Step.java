package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/** What a {@link WatchSession} has for its subscriber at this moment. */
public sealed interface Step {
    /** Calls the case that this step is. */
    <R> R match(Cases<R> cases);

    /** What to do with each kind of step. */
    interface Cases<R> {
        /** Some changes, perhaps none; go on at once if there is more. */
        R changes(List<Change> changes, Progress progress);

        /** The snapshot is complete at this version; only changes follow. */
        R synced(ResourceVersion version);

        /** The log has gone on without this subscriber; nothing follows. */
        R expired(ResourceVersion asked, ResourceVersion oldest);
    }

    /** Whether to ask again at once. */
    enum Progress {
        /** More is there already. */
        MORE,
        /** Everything there is was given; wait for a change. */
        CAUGHT_UP
    }

    record Changes(List<Change> list, Progress progress) implements Step {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.changes(list, progress);
        }
    }

    record Synced(ResourceVersion version) implements Step {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.synced(version);
        }
    }

    record Expired(ResourceVersion asked, ResourceVersion oldest) implements Step {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.expired(asked, oldest);
        }
    }
}
