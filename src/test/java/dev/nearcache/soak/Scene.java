package dev.nearcache.soak;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Faults;
import dev.nearcache.simulator.Pace;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes troubles of one type, drawn at random.
 *
 * @param type whose troubles; some are everybody's
 */
record Scene(Cluster cluster, Network network, SoakType type, RandomGenerator random) {
    private static final Set<Verb> ASKS = Set.of(Verb.LIST, Verb.WATCH);
    private static final StatusBody EXPIRED = StatusBody.of(410, "Expired", "too old resource version");
    private static final List<StatusBody> FAILURES = List.of(
            StatusBody.of(500, "InternalError", "etcdserver: request timed out"),
            StatusBody.of(503, "ServiceUnavailable", "apiserver is shutting down"),
            StatusBody.of(504, "Timeout", "the server was unable to return a response in the time allotted"),
            StatusBody.of(429, "TooManyRequests", "too many requests, please try again later")
                    .with(JsonNodeFactory.instance.objectNode().put("retryAfterSeconds", 1)),
            EXPIRED);

    private Simulator simulator() {
        return cluster.simulator();
    }

    private Faults faults() {
        return simulator().faults();
    }

    Trouble cut() {
        return Trouble.once(this::cutNow);
    }

    Trouble errorEvent() {
        StatusBody status = pick(FAILURES);
        return Trouble.once(() -> faults().error(type.resource(), status));
    }

    Trouble compaction() {
        return Trouble.once(() -> faults().compact(type.resource()).compose(done -> cutNow()));
    }

    /** A compaction that a watch is told by the status of its answer. */
    Trouble gone() {
        return quirk(Quirk.EXPIRE_AS_STATUS).with(compaction());
    }

    /** Objects that change unseen, so that only a list shows it. */
    Trouble missed() {
        return Trouble.once(this::missNow);
    }

    Trouble bookmark() {
        return Trouble.once(() -> faults().bookmark(type.resource()));
    }

    Trouble burst() {
        return Trouble.once(() -> simulator().world().burst(type.resource(), random.nextInt(50, 400), 300));
    }

    Trouble hold() {
        return fault(Fault.hold(someAsks())).then(this::disturb);
    }

    Trouble delay() {
        return fault(Fault.delay(someAsks(), Duration.ofMillis(random.nextInt(50, 2_500))))
                .then(this::disturb);
    }

    Trouble forbidden() {
        return fault(Fault.forbid(someAsks())).then(this::disturb);
    }

    Trouble unauthorized() {
        return fault(Fault.unauthorized()).then(this::disturb);
    }

    Trouble failing() {
        return fault(Fault.answer(someAsks(), random.nextInt(1, 6), pick(FAILURES)))
                .then(this::disturb);
    }

    /** What something in between answers that is no API server. */
    Trouble garbage() {
        String body = pick(List.of("<html>bad gateway</html>", "", "{\"kind\":\"PodList\",\"items\":[{", "null", "[]"));
        int code = pick(List.of(200, 200, 502));
        return fault(Fault.answer(someAsks(), random.nextInt(1, 4), code, Map.of(), body))
                .then(this::disturb);
    }

    Trouble hangUp() {
        return fault(Fault.hangUp(someAsks(), random.nextInt(1, 6))).then(this::disturb);
    }

    Trouble noBookmarks() {
        return quirk(Quirk.NO_BOOKMARKS).then(this::disturb);
    }

    /** Watches that nothing ends, and that say nothing any more. */
    Trouble silence() {
        return quirk(Quirk.NO_DEADLINE).with(quirk(Quirk.SILENT_WATCHES)).then(() -> maybe(this::cutNow));
    }

    Trouble noWatchList() {
        return quirk(Quirk.NO_WATCH_LIST).then(this::missNow);
    }

    Trouble noEndMark() {
        return quirk(Quirk.NO_END_MARK).then(this::missNow);
    }

    Trouble wholeLists() {
        return quirk(Quirk.NO_WATCH_LIST).with(quirk(Quirk.IGNORE_LIMIT)).then(this::missNow);
    }

    /** Pages so slow that their tokens expire between them. */
    Trouble expiringPages() {
        Fault slow = Fault.delay(Set.of(Verb.LIST), Duration.ofMillis(250));
        return quirk(Quirk.NO_WATCH_LIST)
                .with(fault(slow))
                .then(this::missNow)
                .then(() -> simulator().churn().step(20).compose(done -> faults().compact(type.resource())));
    }

    Trouble trickle() {
        Pace pace = new Pace(random.nextInt(40, 4_000), Duration.ofMillis(random.nextInt(1, 20)));
        return Trouble.lasting(
                        () -> faults().pace(type.resource(), pace), () -> faults().pace(type.resource(), Pace.FULL))
                .then(this::disturb);
    }

    /** Connections that take no more requests, each as soon as it was used. */
    Trouble closedConnections() {
        return quirk(Quirk.CLOSE_CONNECTIONS).then(this::disturb);
    }

    Trouble briefWatches() {
        return quirk(Quirk.BRIEF_WATCHES).then(this::disturb);
    }

    Trouble unorderedInitialEvents() {
        return quirk(Quirk.UNORDERED_INITIAL_EVENTS).then(this::missNow);
    }

    Trouble gzip() {
        return quirk(Quirk.GZIP).with(quirk(Quirk.NO_WATCH_LIST)).then(this::missNow);
    }

    /** A server that is behind, and whom one comes to from another that was not. */
    Trouble lag() {
        return Trouble.lasting(() -> faults().lag(type.resource()), () -> faults().catchUp(type.resource()))
                .then(() -> simulator().churn().step(20))
                .then(this::disturb);
    }

    Trouble goAway() {
        return Trouble.once(faults()::goAway);
    }

    /** Another certificate, seen at once since no connection is kept. */
    Trouble certificate() {
        return cluster.login().renewal(faults()).then(faults()::goAway);
    }

    Trouble token() {
        return cluster.login().rotation(faults(), random);
    }

    Trouble outage() {
        return Trouble.lasting(() -> faults().outage(), () -> faults().recover());
    }

    /** A definition is deleted, with all of its objects, and comes back with new ones. */
    Trouble typeGone() {
        String widgets = SoakType.WIDGETS.resource();
        return Trouble.lasting(
                () -> simulator()
                        .world()
                        .many(widgets, Change.Kind.DELETED, Integer.MAX_VALUE)
                        .compose(gone -> faults().turnOn(widgets, Quirk.NOT_SERVED))
                        .compose(gone -> faults().cut(widgets, Cut.END)),
                () -> faults().turnOff(widgets, Quirk.NOT_SERVED)
                        .compose(back ->
                                simulator().world().many(widgets, Change.Kind.ADDED, SoakType.WIDGETS.objects())));
    }

    /** The rights of one namespace go, and come back. */
    Trouble namespaceForbidden() {
        return fault(Fault.forbidIn(pick(type.namespaces()))).then(this::disturb);
    }

    /** Objects change, and no watch is told, while others change as they do. */
    Trouble silentChanges() {
        Change.Kind kind = pick(List.of(Change.Kind.values()));
        int objects = random.nextInt(1, 6);
        return Trouble.once(() -> simulator().world().silently().many(type.resource(), kind, objects));
    }

    private Trouble quirk(Quirk quirk) {
        return Trouble.lasting(
                () -> faults().turnOn(type.resource(), quirk), () -> faults().turnOff(type.resource(), quirk));
    }

    private Trouble fault(Fault fault) {
        return Trouble.lasting(
                () -> faults().inject(type.resource(), fault), () -> faults().lift(type.resource(), fault));
    }

    private Future<?> cutNow() {
        return faults().cut(type.resource(), pick(List.of(Cut.values())));
    }

    private Future<?> missNow() {
        return faults().relistWith(type.resource(), pick(List.of(Change.Kind.values())), random.nextInt(1, 12));
    }

    /** Makes the sidecar ask anew, so that it meets the trouble: for a watch, or for a list. */
    private Future<?> disturb() {
        return random.nextBoolean() ? cutNow() : missNow();
    }

    private Future<?> maybe(Supplier<Future<?>> deed) {
        return random.nextBoolean() ? deed.get() : Future.succeededFuture();
    }

    private Set<Verb> someAsks() {
        return pick(List.of(ASKS, Set.of(Verb.WATCH), Set.of(Verb.LIST)));
    }

    private <T> T pick(List<T> choices) {
        return Draw.of(choices, random);
    }
}
