package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;

/** One event of a watch (kubernetes-api.md 3.2). */
public sealed interface WatchEvent {
    /** Calls the case that this event is. */
    <R> R match(Cases<R> cases);

    /** What to do with each kind of event. */
    interface Cases<R> {
        /** An object was added. */
        R added(KubeObject object);

        /** An object was changed. */
        R modified(KubeObject object);

        /** An object was deleted; its version is that of the deletion. */
        R deleted(KubeObject object);

        /** Everything up to a version was sent. */
        R bookmark(ResourceVersion version, boolean initialEventsEnd);

        /** The server reports a failure; nothing follows. */
        R failed(ApiStatus status);

        /** Something that does not belong here: another kind, a table, an object without metadata, an unknown type. */
        R foreign(String description);
    }

    record Added(KubeObject object) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.added(object);
        }
    }

    record Modified(KubeObject object) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.modified(object);
        }
    }

    record Deleted(KubeObject object) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.deleted(object);
        }
    }

    record Bookmark(ResourceVersion version, boolean initialEventsEnd) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.bookmark(version, initialEventsEnd);
        }
    }

    record Failed(ApiStatus status) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.failed(status);
        }
    }

    record Foreign(String description) implements WatchEvent {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.foreign(description);
        }
    }
}
