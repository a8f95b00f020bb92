package dev.nearcache.reflector;

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
    public void failed(Failure failure) {
        failures.add(failure);
    }

    @Override
    public void skipped(String description) {
        skipped.add(description);
    }
}
