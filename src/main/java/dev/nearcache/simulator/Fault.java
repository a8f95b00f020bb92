package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Something that happens to requests for a type before they are served: to the next ones of some verbs, or to all of them until
 * it is lifted.
 */
public final class Fault {
    private static final int ALWAYS = Integer.MAX_VALUE;

    private final Set<Verb> verbs;
    private final int times;
    private final Effect effect;
    private final int skipped;
    private final Predicate<Map<String, String>> query;

    private Fault(Set<Verb> verbs, int times, Effect effect) {
        this(verbs, times, effect, 0, any -> true);
    }

    private Fault(Set<Verb> verbs, int times, Effect effect, int skipped, Predicate<Map<String, String>> query) {
        this.verbs = Set.copyOf(verbs);
        this.times = times;
        this.effect = effect;
        this.skipped = skipped;
        this.query = query;
    }

    /** The same, but the first requests that it concerns are left alone. */
    public Fault after(int requests) {
        return new Fault(verbs, times, effect, requests, query);
    }

    /** The same for requests only whose query, decoded, passes a test; the others do not count. */
    public Fault where(Predicate<Map<String, String>> test) {
        return new Fault(verbs, times, effect, skipped, query.and(test));
    }

    /** Requests wait until the fault is lifted, without a byte of answer (LW-08). */
    public static Fault hold(Set<Verb> verbs) {
        return new Fault(verbs, ALWAYS, (exchange, timers, lifted) -> lifted.map(Outcome.GO_ON));
    }

    /** Requests wait for a time. */
    public static Fault delay(Set<Verb> verbs, Duration time) {
        return new Fault(verbs, ALWAYS, (exchange, timers, lifted) -> {
            Promise<Outcome> over = Promise.promise();
            timers.schedule(time, () -> over.complete(Outcome.GO_ON));
            return over.future();
        });
    }

    /** Reads are answered 403 (CF). */
    public static Fault forbid() {
        return forbid(Verb.READS);
    }

    /** Requests of these verbs are answered 403: a role without watch has a type listed only. */
    public static Fault forbid(Set<Verb> verbs) {
        return answering(
                verbs,
                ALWAYS,
                (exchange, response) -> Exchange.reply(
                        response,
                        StatusBody.forbidden(
                                exchange.type(),
                                exchange.verb().text(),
                                exchange.path().namespace(),
                                exchange.path().name())));
    }

    /** Reads in one namespace are answered 403; empty stands for those at cluster scope (CF-02). */
    public static Fault forbidIn(String namespace) {
        return new Fault(Verb.READS, ALWAYS, (exchange, timers, lifted) -> {
            if (!exchange.path().namespace().equals(namespace)) {
                return Future.succeededFuture(Outcome.GO_ON);
            }
            Exchange.reply(
                    exchange.request().response(),
                    StatusBody.forbidden(
                            exchange.type(),
                            exchange.verb().text(),
                            namespace,
                            exchange.path().name()));
            return done();
        });
    }

    /** Reads are answered 401 (AU). */
    public static Fault unauthorized() {
        return answer(Verb.READS, ALWAYS, StatusBody.unauthorized());
    }

    /** Reads without one of these bearer tokens are answered 401, as when tokens are rotated (AU). */
    public static Fault requireToken(Set<String> tokens) {
        Set<String> accepted = Set.copyOf(tokens);
        return new Fault(Verb.READS, ALWAYS, (exchange, timers, lifted) -> {
            String header = exchange.request().getHeader("Authorization");
            String token = header == null ? "" : header.replaceFirst("(?i)^bearer ", "");
            if (accepted.contains(token)) {
                return Future.succeededFuture(Outcome.GO_ON);
            }
            Exchange.reply(exchange.request().response(), StatusBody.unauthorized());
            return done();
        });
    }

    /** The next requests are answered with a Status; {@code retryAfterSeconds} in its details makes the header. */
    public static Fault answer(Set<Verb> verbs, int times, StatusBody status) {
        return answering(verbs, times, (exchange, response) -> Exchange.reply(response, status));
    }

    /** The next requests are answered with any code, headers and body, as a proxy in between would. */
    public static Fault answer(Set<Verb> verbs, int times, int code, Map<String, String> headers, String body) {
        Map<String, String> kept = Map.copyOf(headers);
        return answering(verbs, times, (exchange, response) -> {
            kept.forEach(response::putHeader);
            Exchange.send(response, code, "", body);
        });
    }

    /** The next requests have their connection closed instead of an answer (LW-03). */
    public static Fault hangUp(Set<Verb> verbs, int times) {
        return new Fault(
                verbs,
                times,
                (exchange, timers, lifted) ->
                        exchange.request().connection().close().transform(closed -> done()));
    }

    private static Fault answering(Set<Verb> verbs, int times, Answer answer) {
        return new Fault(verbs, times, (exchange, timers, lifted) -> {
            answer.send(exchange, exchange.request().response());
            return done();
        });
    }

    private static Future<Outcome> done() {
        return Future.succeededFuture(Outcome.ANSWERED);
    }

    /** Whether it strikes the request that is the so-manieth that it concerns, from 0. */
    boolean strikes(int number) {
        return number >= skipped && number - skipped < times;
    }

    boolean concerns(Exchange exchange) {
        return verbs.contains(exchange.verb()) && query.test(exchange.query());
    }

    /** Does to a request what it does; the outcome says whether the request is to be served after it. */
    Future<Outcome> meet(Exchange exchange, Timers timers, Future<Void> lifted) {
        return effect.meet(exchange, timers, lifted);
    }

    /** What a fault leaves to do. */
    enum Outcome {
        GO_ON,
        ANSWERED
    }

    private interface Effect {
        Future<Outcome> meet(Exchange exchange, Timers timers, Future<Void> lifted);
    }

    private interface Answer {
        void send(Exchange exchange, HttpServerResponse response);
    }
}
