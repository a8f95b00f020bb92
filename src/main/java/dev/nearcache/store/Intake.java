package dev.nearcache.store;

import dev.nearcache.delta.DeltaFifo;
import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/** The way into a scope for one reflector, whose queue may be exchanged for an empty one. Confined to one thread. */
final class Intake implements DeltaSink {
    private DeltaFifo queue;

    Intake(DeltaFifo queue) {
        this.queue = queue;
    }

    /** What is told from now on goes into this queue. */
    void exchange(DeltaFifo next) {
        queue = next;
    }

    DeltaFifo queue() {
        return queue;
    }

    @Override
    public void add(KubeObject object) {
        queue.add(object);
    }

    @Override
    public void update(KubeObject object) {
        queue.update(object);
    }

    @Override
    public void delete(KubeObject object) {
        queue.delete(object);
    }

    @Override
    public void replace(List<KubeObject> objects, ResourceVersion version) {
        queue.replace(objects, version);
    }

    @Override
    public void resync() {
        queue.resync();
    }

    @Override
    public void bookmark(ResourceVersion version) {
        queue.bookmark(version);
    }
}
