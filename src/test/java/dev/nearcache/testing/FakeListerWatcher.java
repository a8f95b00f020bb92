package dev.nearcache.testing;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import dev.nearcache.upstream.WatchStream;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An API server in the test's hand: it keeps each request open until the test answers it, and writes all of them down
 * as {@code list rv=0 limit=500} or {@code watch rv=12}.
 */
public final class FakeListerWatcher implements ListerWatcher {
    private final List<String> requests = new ArrayList<>();
    private final Deque<AskedList> lists = new ArrayDeque<>();
    private final Deque<Promise<WatchStream>> watches = new ArrayDeque<>();
    private final Deque<Promise<ResourceVersion>> questions = new ArrayDeque<>();
    private final List<Long> watchSeconds = new ArrayList<>();

    private record AskedList(Promise<ListPage> promise, Allowance allowance) {}

    @Override
    public Future<ListPage> list(ListOptions options, Allowance allowance) {
        requests.add("list rv=" + options.version() + " limit=" + options.limit()
                + (options.continueToken().isEmpty() ? "" : " continue=" + options.continueToken()));
        Promise<ListPage> promise = Promise.promise();
        lists.add(new AskedList(promise, allowance));
        return promise.future();
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
        requests.add(
                options.initialEvents() == InitialEvents.WANTED
                        ? "stream rv=" + options.version()
                        : "watch rv=" + options.version());
        watchSeconds.add(options.timeout().toSeconds());
        Promise<WatchStream> promise = Promise.promise();
        watches.add(promise);
        return promise.future();
    }

    @Override
    public Future<ResourceVersion> newest() {
        requests.add("newest");
        Promise<ResourceVersion> promise = Promise.promise();
        questions.add(promise);
        return promise.future();
    }

    /** Answers the question for the newest version. */
    public void answerNewest(long version) {
        questions.remove().complete(ResourceVersion.of(version));
    }

    /** The requests since this was last asked. */
    public List<String> requests() {
        List<String> seen = List.copyOf(requests);
        requests.clear();
        return seen;
    }

    /** How many seconds each watch was asked for. */
    public List<Long> watchSeconds() {
        return watchSeconds;
    }

    public void answerList(long version, KubeObject... items) {
        answerPage(version, "", items);
    }

    public void answerPage(long version, String continueToken, KubeObject... items) {
        AskedList asked = lists.remove();
        for (KubeObject item : items) {
            Optional<UpstreamException> refusal = asked.allowance().take(item);
            if (refusal.isPresent()) {
                asked.promise().fail(refusal.get());
                return;
            }
        }
        asked.promise().complete(new ListPage("", List.of(items), ResourceVersion.of(version), continueToken));
    }

    public void refuseList(ApiStatus status) {
        lists.remove().promise().fail(UpstreamException.of(status));
    }

    public void failList(Reason reason) {
        lists.remove().promise().fail(new UpstreamException(reason, reason.name(), null));
    }

    public void refuseWatch(ApiStatus status) {
        watches.remove().fail(UpstreamException.of(status));
    }

    public void failWatch(Reason reason) {
        watches.remove().fail(new UpstreamException(reason, reason.name(), null));
    }

    public FakeWatch openWatch() {
        FakeWatch watch = new FakeWatch();
        watches.remove().complete(watch);
        return watch;
    }

    /** An open watch, as the server holds it. */
    public static final class FakeWatch implements WatchStream {
        private Consumer<WatchEvent> onEvent = event -> {
            throw new NoSuchElementException("not started");
        };
        private Consumer<Ending> onClosed = ending -> {};
        private int stops;

        @Override
        public void start(Consumer<WatchEvent> events, Consumer<Ending> closed) {
            onEvent = events;
            onClosed = closed;
        }

        @Override
        public void stop() {
            stops++;
        }

        public void send(WatchEvent event) {
            onEvent.accept(event);
        }

        /** The server ends it. */
        public void close() {
            onClosed.accept(Ending.ENDED);
        }

        /** It breaks off. */
        public void lose() {
            onClosed.accept(Ending.LOST);
        }

        public boolean stopped() {
            return stops > 0;
        }
    }
}
