package dev.nearcache.reflector;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.WatchStream.Ending;
import java.util.ArrayList;
import java.util.List;

/** Keeps the failures that a reflector reports; the rest is checked by its requests. */
final class RecordingObserver implements ReflectorObserver {
    private final List<Failure> failures = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    List<Failure> failures() {
        return failures;
    }

    List<String> skipped() {
        return skipped;
    }

    @Override
    public void listing() {}

    @Override
    public void listed(int items, ResourceVersion version) {}

    @Override
    public void watchRequested() {}

    @Override
    public void watchOpened() {}

    @Override
    public void watchEnded(Ending ending) {}

    @Override
    public void failed(Failure failure) {
        failures.add(failure);
    }

    @Override
    public void skipped(String description) {
        skipped.add(description);
    }
}
