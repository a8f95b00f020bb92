package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ListerWatcher.InitialEvents;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;

/**
 * How far a watch has come, so that it can go on from there: which versions say so is reflector.md 1.11, step 7. Confined
 * to one thread.
 */
final class WatchProgress implements WatchEvent.Cases {
    private ResourceVersion reached;
    private Stage stage;

    private enum Stage {
        /** The objects that there are come first, in any order: nothing can go on from here. */
        LISTING,
        /** The watch began at no version, and the objects that there are may still come. */
        UNVERSIONED,
        /** What comes next is newer than what came. */
        VERSIONED
    }

    private WatchProgress(ResourceVersion from, Stage stage) {
        this.reached = from;
        this.stage = stage;
    }

    /** Of a watch that has brought nothing yet. */
    static WatchProgress of(WatchOptions options) {
        if (options.initialEvents() == InitialEvents.WANTED) {
            return new WatchProgress(ResourceVersion.NONE, Stage.LISTING);
        }
        return new WatchProgress(options.version(), options.version().isNone() ? Stage.UNVERSIONED : Stage.VERSIONED);
    }

    /** Whether it still brings its list, which only the same connection can complete. */
    boolean listing() {
        return stage == Stage.LISTING;
    }

    /** After which version it goes on; none while no version has come that says so. */
    ResourceVersion reached() {
        return reached;
    }

    @Override
    public void added(KubeObject object) {
        cameTo(object.resourceVersion());
    }

    @Override
    public void modified(KubeObject object) {
        changed(object.resourceVersion());
    }

    @Override
    public void deleted(KubeObject object) {
        changed(object.resourceVersion());
    }

    @Override
    public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
        if (initialEventsEnd) {
            stage = Stage.VERSIONED;
        }
        changed(version);
    }

    @Override
    public void failed(ApiStatus status) {}

    @Override
    public void unknown(String description, ResourceVersion version) {
        cameTo(version);
    }

    @Override
    public void foreign(String description) {}

    /** Whatever is no ADDED is no object that there was before. */
    private void changed(ResourceVersion version) {
        if (stage != Stage.LISTING) {
            stage = Stage.VERSIONED;
        }
        cameTo(version);
    }

    private void cameTo(ResourceVersion version) {
        if (stage == Stage.VERSIONED) {
            reached = version;
        }
    }
}
