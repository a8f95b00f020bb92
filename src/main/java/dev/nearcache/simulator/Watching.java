package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Opens watches: where they start, and when they end (kubernetes-api.md 1.4 and 3). */
final class Watching {
    private static final Duration BEFORE_END = Duration.ofSeconds(2);
    private static final int LEAST_SECONDS = 1_800;

    private final Cluster cluster;
    private final FaultBoard faults;
    private final Timers timers;
    private final Duration bookmarks;
    private final RandomGenerator random;

    Watching(Cluster cluster, FaultBoard faults, Timers timers, Duration bookmarks, RandomGenerator random) {
        this.cluster = cluster;
        this.faults = faults;
        this.timers = timers;
        this.bookmarks = bookmarks;
        this.random = random;
    }

    void serve(Exchange exchange) {
        ListOptions options = exchange.options();
        OptionRules.checkWatch(options);
        if (options.saysSendInitialEvents() && faults.shows(exchange.type(), Quirk.NO_WATCH_LIST)) {
            throw OptionRules.noWatchList();
        }
        Selection selection = options.selection(exchange.path().namespace());
        long version = version(options);
        if (initialEvents(options)) {
            cluster.gate()
                    .await(version)
                    .onSuccess(reached -> withInitialEvents(exchange, options, selection))
                    .onFailure(tooLarge -> refuse(exchange, options, selection, tooLarge));
        } else if (options.anyVersion()) {
            open(exchange, options, selection, Collections.emptyIterator(), cluster.version());
        } else if (version < exchange.path().state().history().floor() && version >= 0) {
            expired(exchange, options, selection, version);
        } else {
            // A version that has not been reached is no error: events come once they are above it.
            long after = version < 0 ? Long.MAX_VALUE : version;
            open(exchange, options, selection, Collections.emptyIterator(), after);
        }
    }

    /** A version that is no number is the server's failure here, not the client's: so it is upstream. */
    private static long version(ListOptions options) {
        try {
            return options.versionNumber();
        } catch (ApiFailure bad) {
            throw new ApiFailure(
                    StatusBody.of(500, "", options.badVersion().substring("invalid resource version: ".length())));
        }
    }

    private static boolean initialEvents(ListOptions options) {
        return options.saysSendInitialEvents() ? options.sendInitialEvents() : options.anyVersion();
    }

    private void withInitialEvents(Exchange exchange, ListOptions options, Selection selection) {
        SimType type = exchange.type();
        Snapshot snapshot = exchange.path().state().snapshot(Math.min(cluster.version(), faults.horizon(type)));
        List<SimObject> objects = new ArrayList<>(snapshot.range(selection.prefix(), selection.prefix()));
        if (faults.shows(type, Quirk.UNORDERED_INITIAL_EVENTS)) {
            Collections.shuffle(objects, new Random(random.nextLong()));
        }
        Stream<Buffer> added = objects.stream()
                .map(object ->
                        selection.matches(object) ? WatchLines.object(Change.Kind.ADDED, object) : Buffer.buffer());
        Stream<Buffer> end = options.bookmarks() && !faults.shows(type, Quirk.NO_END_MARK)
                ? Stream.of(WatchLines.initialEventsEnd(type, snapshot.version()))
                : Stream.empty();
        open(exchange, options, selection, Stream.concat(added, end).iterator(), snapshot.version());
    }

    private void expired(Exchange exchange, ListOptions options, Selection selection, long version) {
        StatusBody status = StatusBody.expiredWatch(
                version, exchange.path().state().history().floor());
        if (faults.shows(exchange.type(), Quirk.EXPIRE_AS_STATUS)) {
            throw new ApiFailure(status);
        }
        refuse(exchange, options, selection, new ApiFailure(status));
    }

    private void refuse(Exchange exchange, ListOptions options, Selection selection, Throwable why) {
        if (why instanceof ApiFailure failure) {
            open(exchange, options, selection, Collections.emptyIterator(), cluster.version())
                    .error(failure.status());
        } else {
            exchange.fail(why);
        }
    }

    private WatchSession open(
            Exchange exchange, ListOptions options, Selection selection, Iterator<Buffer> opening, long after) {
        TypeState state = exchange.path().state();
        HttpServerResponse response = exchange.stream();
        Output output = new Output(response, timers, faults.pace(exchange.type()));
        WatchSession session = new WatchSession(state, selection, faults, timers, output, opening, after);
        WatchClock clock = new WatchClock(timers);
        if (response.closed()) {
            // The client left while its request was held; nothing would ever take the session away again.
            return session;
        }
        state.watches().add(session);
        response.closeHandler(closed -> {
            state.watches().remove(session);
            clock.stop();
        });
        response.endHandler(ended -> {
            state.watches().remove(session);
            clock.stop();
        });
        // A failed write is a client that left.
        response.writeHead().onFailure(left -> {});
        if (!faults.shows(exchange.type(), Quirk.NO_DEADLINE)) {
            Duration life = life(options);
            clock.at(life, () -> session.cut(Cut.END));
            if (options.bookmarks()) {
                clock.at(life.minus(BEFORE_END), () -> session.bookmark(cluster.version()));
            }
        }
        if (options.bookmarks()) {
            clock.every(bookmarks, () -> session.bookmark(cluster.version()));
        }
        session.pump();
        if (faults.shows(exchange.type(), Quirk.BRIEF_WATCHES)) {
            session.cut(Cut.END);
        }
        return session;
    }

    private Duration life(ListOptions options) {
        long asked = options.timeoutSeconds();
        long seconds = asked == 0 ? random.nextInt(LEAST_SECONDS, 2 * LEAST_SECONDS) : Math.max(0, asked);
        return Duration.ofSeconds(seconds);
    }
}
