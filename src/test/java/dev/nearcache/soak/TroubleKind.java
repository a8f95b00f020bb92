package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** What can go wrong, and how often each is drawn. */
enum TroubleKind {
    CUT(Whose.ONE_TYPE, Scene::cut),
    ERROR_EVENT(Whose.ONE_TYPE, Scene::errorEvent),
    COMPACTION(Whose.ONE_TYPE, Scene::compaction),
    GONE(Whose.ONE_TYPE, Scene::gone),
    MISSED_CHANGES(Whose.ONE_TYPE, Scene::missed),
    BOOKMARK(Whose.ONE_TYPE, Scene::bookmark),
    BURST(Whose.ONE_TYPE, Scene::burst),
    HELD_REQUESTS(Whose.ONE_TYPE, Scene::hold),
    SLOW_REQUESTS(Whose.ONE_TYPE, Scene::delay),
    FORBIDDEN(Whose.ONE_TYPE, Scene::forbidden),
    UNAUTHORIZED(Whose.ONE_TYPE, Scene::unauthorized),
    FAILING(Whose.ONE_TYPE, Scene::failing),
    GARBAGE(Whose.ONE_TYPE, Scene::garbage),
    HANG_UP(Whose.ONE_TYPE, Scene::hangUp),
    NO_BOOKMARKS(Whose.ONE_TYPE, Scene::noBookmarks),
    SILENCE(Whose.ONE_TYPE, Scene::silence),
    NO_WATCH_LIST(Whose.ONE_TYPE, Scene::noWatchList),
    NO_END_MARK(Whose.ONE_TYPE, Scene::noEndMark),
    WHOLE_LISTS(Whose.ONE_TYPE, Scene::wholeLists),
    EXPIRING_PAGES(Whose.ONE_TYPE, Scene::expiringPages),
    TRICKLE(Whose.ONE_TYPE, Scene::trickle),
    CLOSED_CONNECTIONS(Whose.ONE_TYPE, Scene::closedConnections),
    BRIEF_WATCHES(Whose.ONE_TYPE, Scene::briefWatches),
    UNORDERED_INITIAL_EVENTS(Whose.ONE_TYPE, Scene::unorderedInitialEvents),
    GZIP(Whose.ONE_TYPE, Scene::gzip),
    LAG(Whose.ONE_TYPE, Scene::lag),
    TYPE_GONE(Whose.WIDGETS, Scene::typeGone),
    NAMESPACE_FORBIDDEN(Whose.SERVICES, Scene::namespaceForbidden),
    SILENT_CHANGES(Whose.REPLICASETS, Scene::silentChanges),
    TOKEN(Whose.EVERYBODY, Scene::token),
    GO_AWAY(Whose.EVERYBODY, Scene::goAway),
    CERTIFICATE(Whose.EVERYBODY, Scene::certificate),
    OUTAGE(Whose.EVERYBODY, Scene::outage),
    NETWORK_DELAY(Whose.EVERYBODY, scene -> scene.network().delay()),
    NETWORK_CUT(Whose.EVERYBODY, scene -> scene.network().cut()),
    NETWORK_CUT_EVERY(Whose.EVERYBODY, scene -> scene.network().cutEvery()),
    NETWORK_CUT_AFTER(Whose.EVERYBODY, scene -> scene.network().cutAfter()),
    NETWORK_STALL(Whose.EVERYBODY, scene -> scene.network().stall()),
    NETWORK_STALL_OPEN(Whose.EVERYBODY, scene -> scene.network().stallOpen()),
    NETWORK_BLACK_HOLE(Whose.EVERYBODY, scene -> scene.network().blackHole()),
    NETWORK_REFUSE(Whose.EVERYBODY, scene -> scene.network().refuse()),
    NETWORK_IDLE(Whose.EVERYBODY, scene -> scene.network().idle());

    /** Whom it concerns; nobody has two troubles at once. */
    enum Whose {
        ONE_TYPE,
        WIDGETS,
        SERVICES,
        REPLICASETS,
        EVERYBODY;

        /** A type that it concerns; any if it is everybody's. */
        SoakType type(RandomGenerator random) {
            return switch (this) {
                case ONE_TYPE, EVERYBODY -> SoakType.drawTroubled(random);
                case WIDGETS -> SoakType.WIDGETS;
                case SERVICES -> SoakType.SERVICES;
                case REPLICASETS -> SoakType.REPLICASETS;
            };
        }
    }

    /** How often those are drawn that a type has to itself, and that no other trouble stands for. */
    private static final int SHARE = 4;

    private final Whose whose;
    // Method references: nothing in them changes.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<Scene, Trouble> making;

    TroubleKind(Whose whose, Function<Scene, Trouble> making) {
        this.whose = whose;
        this.making = making;
    }

    /** Those that there are on a wire, each as often as it is to be drawn. */
    static List<TroubleKind> on(Wire wire) {
        List<TroubleKind> kinds = new ArrayList<>(
                switch (wire) {
                    case PLAIN -> EnumSet.complementOf(EnumSet.of(GO_AWAY, CERTIFICATE));
                    case TLS -> EnumSet.allOf(TroubleKind.class);
                });
        for (int i = 1; i < SHARE; i++) {
            kinds.addAll(EnumSet.of(NAMESPACE_FORBIDDEN, SILENT_CHANGES));
        }
        return kinds;
    }

    Whose whose() {
        return whose;
    }

    Trouble in(Scene scene) {
        return making.apply(scene);
    }
}
