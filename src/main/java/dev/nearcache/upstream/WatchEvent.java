package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;

/** One event of a watch (kubernetes-api.md 3.2). */
public sealed interface WatchEvent {
    /** Calls the case that this event is. */
    void match(Cases cases);

    /** What to do with each kind of event. */
    interface Cases {
        /** An object was added. */
        void added(KubeObject object);

        /** An object was changed. */
        void modified(KubeObject object);

        /** An object was deleted; its version is that of the deletion. */
        void deleted(KubeObject object);

        /** Everything up to a version was sent. */
        void bookmark(ResourceVersion version, boolean initialEventsEnd);

        /** The server reports a failure; nothing follows. */
        void failed(ApiStatus status);

        /** An object of this type, at a version, in an event of a type that nobody knows. */
        void unknown(String description, ResourceVersion version);

        /** Something that does not belong here: another kind, a table, an object without metadata. */
        void foreign(String description);
    }

    record Added(KubeObject object) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.added(object);
        }
    }

    record Modified(KubeObject object) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.modified(object);
        }
    }

    record Deleted(KubeObject object) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.deleted(object);
        }
    }

    record Bookmark(ResourceVersion version, boolean initialEventsEnd) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.bookmark(version, initialEventsEnd);
        }
    }

    record Failed(ApiStatus status) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.failed(status);
        }
    }

    record Unknown(String description, ResourceVersion version) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.unknown(description, version);
        }
    }

    record Foreign(String description) implements WatchEvent {
        @Override
        public void match(Cases cases) {
            cases.foreign(description);
        }
    }
}
