package dev.nearcache.twin;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Optional;

/** Takes for a duplicate what is none, if it is about the object that was changed right before. */
final class WrongDedup implements DeltaSink {
    private final DeltaSink right;
    private final Drops drops;
    private Optional<ObjectKey> changed = Optional.empty();

    /** What it drops. */
    enum Drops {
        LATER_CHANGES,
        DELETES
    }

    WrongDedup(DeltaSink right, Drops drops) {
        this.right = right;
        this.drops = drops;
    }

    @Override
    public void add(KubeObject object) {
        change(object, () -> right.add(object));
    }

    @Override
    public void update(KubeObject object) {
        change(object, () -> right.update(object));
    }

    @Override
    public void delete(KubeObject object) {
        if (drops != Drops.DELETES || !isRepeated(object)) {
            right.delete(object);
        }
        changed = Optional.empty();
    }

    @Override
    public void replace(List<KubeObject> objects, ResourceVersion version) {
        changed = Optional.empty();
        right.replace(objects, version);
    }

    @Override
    public void resync() {
        right.resync();
    }

    @Override
    public void bookmark(ResourceVersion version) {
        right.bookmark(version);
    }

    private void change(KubeObject object, Runnable tell) {
        if (drops != Drops.LATER_CHANGES || !isRepeated(object)) {
            tell.run();
        }
        changed = Optional.of(object.key());
    }

    private boolean isRepeated(KubeObject object) {
        return changed.equals(Optional.of(object.key()));
    }
}
