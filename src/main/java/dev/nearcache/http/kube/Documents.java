package dev.nearcache.http.kube;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Documents of the API server that change rarely and are asked for often: discovery, OpenAPI, its version. Each is kept
 * once it was read. One that is older than the caller likes is asked for again, all callers of a loop together, and a few
 * at a time; while the API server does not answer, or is slow to, the last copy will do. Confined to one event loop, but
 * for what is kept.
 */
public final class Documents {
    /** How old a document may be that nobody has reason to doubt. */
    static final Duration FRESH = Duration.ofSeconds(10);

    /** A longer one is not kept but handed on. */
    private static final int LONGEST = 12 << 20;

    /** At a time, for the clients of one loop: each may be as long as that. */
    static final int MOST_ASKED = 8;

    /** Some clients ask for all paths of OpenAPI at once, which are about fifty, and more where there are custom types. */
    static final int MOST_WAITING = 248;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Origin origin;
    private final KeptDocuments kept;
    private final Timers timers;
    private final Map<Document.Key, Future<Document>> asking = new HashMap<>();
    private final Turns turns = new Turns(MOST_ASKED, MOST_WAITING);

    /** Those of one event loop. */
    public Documents(Origin origin, KeptDocuments kept, Timers timers) {
        this.origin = origin;
        this.kept = kept;
        this.timers = timers;
    }

    /**
     * A document, or whatever else the API server answers.
     *
     * @param longestAge at which a copy is asked for anew
     * @return fails with a {@link StatusException} if there is neither an answer nor a copy
     */
    Future<Document> get(Document.Key key, Duration longestAge) {
        return get(key, longestAge, Optional::empty);
    }

    /**
     * The same, where something else will do if there is no copy and the API server does not answer soon.
     *
     * @param substitute asked only then
     */
    Future<Document> get(Document.Key key, Duration longestAge, Supplier<Optional<Document>> substitute) {
        Optional<Document> held = kept.find(key);
        if (held.filter(copy -> isWithin(copy, longestAge)).isPresent()) {
            return Future.succeededFuture(held.orElseThrow());
        }
        return rather(ask(key, held), () -> held.or(substitute));
    }

    /** The copy of a document, of any age; empty if there is none. */
    Optional<Document> held(Document.Key key) {
        return kept.find(key);
    }

    /** What is made of a document, made once while it is kept. */
    ShownDiscovery cut(ShownDiscovery.Key key, Supplier<ShownDiscovery> maker) {
        return kept.cut(key, maker);
    }

    /** How long ago the API server said this, if that is longer than it should be; else empty. */
    Optional<Duration> staleness(Document document, Duration longestAge) {
        return isWithin(document, longestAge) ? Optional.empty() : Optional.of(document.age(timers.nanos()));
    }

    private boolean isWithin(Document document, Duration longestAge) {
        return document.age(timers.nanos()).compareTo(longestAge) <= 0;
    }

    /** The new one if it comes soon; else the one we have, if any. */
    private Future<Document> rather(Future<Document> asked, Supplier<Optional<Document>> copy) {
        Promise<Document> either = Promise.promise();
        Timers.Scheduled limit = timers.schedule(PATIENCE, () -> copy.get().ifPresent(either::tryComplete));
        asked.onComplete(answer -> {
            limit.cancel();
            boolean settled = answer.succeeded() && answer.result().isSettled();
            if (!settled) {
                copy.get().ifPresent(either::tryComplete);
            }
            if (answer.succeeded()) {
                either.tryComplete(answer.result());
            } else {
                either.tryFail(answer.cause());
            }
        });
        return either.future();
    }

    private Future<Document> ask(Document.Key key, Optional<Document> held) {
        Future<Document> running = asking.get(key);
        if (running != null) {
            return running;
        }
        if (turns.areTaken()) {
            return Future.failedFuture(Failures.noMoreStreams(
                            "too many documents are being asked for at a time: " + (MOST_ASKED + MOST_WAITING))
                    .exception());
        }
        Future<Document> asked = turns.take(() -> origin.get(
                                key.uri(), headers(key, held), Promise.promise().future())
                        .compose(answer -> read(answer, held)))
                .onSuccess(document -> {
                    if (document.status() == 200) {
                        kept.keep(key, document);
                    }
                });
        asking.put(key, asked);
        return asked.onComplete(done -> asking.remove(key, asked));
    }

    private static MultiMap headers(Document.Key key, Optional<Document> held) {
        MultiMap headers =
                MultiMap.caseInsensitiveMultiMap().add("Accept", key.accept()).add("Accept-Encoding", key.coding());
        held.map(copy -> copy.headers().get("ETag")).ifPresent(tag -> headers.add("If-None-Match", tag));
        return headers;
    }

    private Future<Document> read(Origin.Answer answer, Optional<Document> held) {
        String length = answer.headers().get("Content-Length");
        if (length != null && Long.parseLong(length) > LONGEST) {
            answer.abandon();
            return Future.succeededFuture(Document.of(answer, Optional.empty(), timers.nanos()));
        }
        Future<Buffer> whole = answer.whole(LONGEST);
        return whole.map(body -> answer.status() == 304 && held.isPresent()
                ? held.orElseThrow().proven(timers.nanos())
                : Document.of(answer, Optional.of(body), timers.nanos()));
    }
}
