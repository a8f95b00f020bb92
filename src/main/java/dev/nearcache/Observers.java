package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.WatchStream.Ending;
import java.util.List;

/** Tells several observers the same, in their order. */
final class Observers implements ReflectorObserver {
    private final List<ReflectorObserver> observers;

    Observers(ReflectorObserver... observers) {
        this.observers = List.of(observers);
    }

    @Override
    public void listing() {
        observers.forEach(ReflectorObserver::listing);
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        observers.forEach(observer -> observer.listed(items, version));
    }

    @Override
    public void watchRequested() {
        observers.forEach(ReflectorObserver::watchRequested);
    }

    @Override
    public void watchOpened() {
        observers.forEach(ReflectorObserver::watchOpened);
    }

    @Override
    public void watchEnded(Ending ending) {
        observers.forEach(observer -> observer.watchEnded(ending));
    }

    @Override
    public void failed(Failure failure) {
        observers.forEach(observer -> observer.failed(failure));
    }

    @Override
    public void skipped(String description) {
        observers.forEach(observer -> observer.skipped(description));
    }

    @Override
    public void refreshed(RefreshCause cause, int items, ResourceVersion version) {
        observers.forEach(observer -> observer.refreshed(cause, items, version));
    }

    @Override
    public void refreshFailed(RefreshCause cause, UpstreamException failure) {
        observers.forEach(observer -> observer.refreshFailed(cause, failure));
    }
}
