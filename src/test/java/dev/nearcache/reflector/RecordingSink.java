package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a reflector tells its sink. */
final class RecordingSink implements DeltaSink {
    private final List<String> calls = new ArrayList<>();

    List<String> calls() {
        List<String> seen = List.copyOf(calls);
        calls.clear();
        return seen;
    }

    @Override
    public void add(KubeObject object) {
        calls.add("add " + object);
    }

    @Override
    public void update(KubeObject object) {
        calls.add("update " + object);
    }

    @Override
    public void delete(KubeObject object) {
        calls.add("delete " + object);
    }

    @Override
    public void replace(List<KubeObject> objects, ResourceVersion version) {
        calls.add("replace " + objects + " at " + version);
    }

    @Override
    public void resync() {
        calls.add("resync");
    }

    @Override
    public void bookmark(ResourceVersion version) {
        calls.add("bookmark " + version);
    }
}
