package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.WatchEvent.Bookmark;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A watch that finds out how far it has really come (kubernetes-api.md 1.6). Where nothing happens, only bookmarks tell,
 * one a minute; so a reader who asks for a version that came of another type would wait in vain for one that is long
 * reached.
 *
 * <p>Two requests settle it. The newest version of the type is a consistent read: it brings the server's own cache up to
 * it. Then a second, short watch from our version on: in its last seconds a server sends each watch a bookmark. What
 * happened up to that bookmark has all come on the short watch; so once this watch has brought the last of it, the
 * bookmark holds for this watch too, and is passed on as if it had come here. A version alone would prove nothing: what
 * lies before it may still be on its way.
 *
 * <p>One at a time and one a second, however many ask. Confined to one context.
 */
final class SeekingWatch implements WatchStream {
    /** The least for which kube-apiserver sends bookmarks: it does so from two seconds before the end, once a second. */
    static final Duration SHORT = Duration.ofSeconds(3);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Timers timers;
    private final WatchStream watch;
    private final WatchProgress progress;
    private final Supplier<Future<ResourceVersion>> newest;
    private final Function<ResourceVersion, Future<? extends WatchStream>> open;
    private Consumer<WatchEvent> onEvent = event -> {};
    private Timers.Scheduled next = () -> {};
    private ResourceVersion wanted = ResourceVersion.NONE;
    private Optional<Search> search = Optional.empty();
    private long asked;

    /**
     * A watch that was opened just now.
     *
     * @param progress its own, of which nothing has come yet
     * @param newest asks for the newest version of the type
     * @param open asks for a short watch after a version
     */
    SeekingWatch(
            Timers timers,
            WatchStream watch,
            WatchProgress progress,
            Supplier<Future<ResourceVersion>> newest,
            Function<ResourceVersion, Future<? extends WatchStream>> open) {
        this.timers = timers;
        this.watch = watch;
        this.progress = progress;
        this.newest = newest;
        this.open = open;
        this.asked = timers.nanos() - PAUSE.toNanos();
    }

    @Override
    public void start(Consumer<WatchEvent> eventHandler, Consumer<Ending> closeHandler) {
        onEvent = eventHandler;
        watch.start(
                event -> {
                    event.match(progress);
                    eventHandler.accept(event);
                },
                ending -> {
                    leave();
                    closeHandler.accept(ending);
                });
    }

    @Override
    public void stop() {
        leave();
        watch.stop();
    }

    @Override
    public void seek(ResourceVersion version) {
        wanted = wanted.max(version);
        if (search.isEmpty()) {
            next.cancel();
            Duration due = Duration.ofNanos(asked + PAUSE.toNanos() - timers.nanos());
            if (due.isNegative() || due.isZero()) {
                begin();
            } else {
                next = timers.schedule(due, this::begin);
            }
        }
    }

    private void begin() {
        ResourceVersion from = progress.reached();
        boolean needed = !from.isNone() && from.isBefore(wanted);
        wanted = ResourceVersion.NONE;
        if (needed) {
            asked = timers.nanos();
            Search begun = new Search(from);
            search = Optional.of(begun);
            newest.get().onSuccess(begun::newest).onFailure(failed -> begun.end());
        }
    }

    private void leave() {
        next.cancel();
        search.ifPresent(Search::drop);
        search = Optional.empty();
    }

    /** One search: the short watch, and how far it has come. */
    private final class Search {
        private final ResourceVersion from;
        private final WatchProgress seen;
        private WatchStream aside = new None();

        Search(ResourceVersion from) {
            this.from = from;
            this.seen = WatchProgress.of(WatchOptions.after(from, SHORT));
        }

        void newest(ResourceVersion theirs) {
            if (isUnderWay() && from.isBefore(theirs)) {
                open.apply(from).onSuccess(this::watch).onFailure(failed -> end());
            } else {
                end();
            }
        }

        private void watch(WatchStream opened) {
            if (!isUnderWay()) {
                opened.stop();
                return;
            }
            aside = opened;
            opened.start(this::take, ending -> end());
        }

        private void take(WatchEvent event) {
            if (!isUnderWay()) {
                return;
            }
            if (event instanceof Bookmark bookmark) {
                proven(bookmark.version());
            } else {
                event.match(seen);
            }
        }

        private void proven(ResourceVersion version) {
            ResourceVersion ours = progress.reached();
            if (!ours.isBefore(version)) {
                end();
            } else if (!ours.isBefore(seen.reached())) {
                Bookmark bookmark = new Bookmark(version, false);
                bookmark.match(progress);
                end();
                onEvent.accept(bookmark);
            }
            // Else the last of it is still on its way here; another bookmark follows in a second.
        }

        private boolean isUnderWay() {
            return search.filter(current -> current == this).isPresent();
        }

        private void drop() {
            aside.stop();
        }

        private void end() {
            if (isUnderWay()) {
                drop();
                search = Optional.empty();
                if (!wanted.isNone()) {
                    seek(wanted);
                }
            }
        }
    }

    /** No watch yet. */
    private static final class None implements WatchStream {
        @Override
        public void start(Consumer<WatchEvent> onEvent, Consumer<Ending> onClosed) {}

        @Override
        public void stop() {}
    }
}
