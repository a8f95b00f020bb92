package dev.nearcache.soak;

import dev.nearcache.soak.StreamClient.Mood;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** All clients, on one event loop. */
final class Clients extends VerticleBase {
    static final int COUNT = 100;

    private final int port;
    private final RandomGenerator random;
    private final Court court;
    private final StreamTally tally = new StreamTally();
    private final List<StreamClient> clients = new ArrayList<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();

    Clients(int port, RandomGenerator random, Court court) {
        this.port = port;
        this.random = random;
        this.court = court;
    }

    @Override
    public Future<?> start() {
        HttpClient http = vertx.createHttpClient(
                new HttpClientOptions()
                        .setDefaultHost("127.0.0.1")
                        .setDefaultPort(port)
                        .setKeepAlive(false)
                        .setIdleTimeout(0),
                new PoolOptions().setHttp1MaxSize(4 * COUNT));
        for (int i = 0; i < COUNT; i++) {
            Manner manner = i < SoakType.values().length ? Manner.STEADY : Manner.draw(random);
            clients.add(new StreamClient(vertx, http, dialect(i, manner), manner, random, tally, faults::add));
        }
        clients.forEach(StreamClient::begin);
        return Future.succeededFuture();
    }

    /** From any thread. */
    void mood(Mood mood) {
        context.runOnContext(turn -> clients.forEach(client -> client.mood(mood)));
    }

    StreamTally tally() {
        return tally;
    }

    /** What no client could make sense of. */
    Queue<Throwable> faults() {
        return faults;
    }

    /** The first follow one whole type each, so that each change is seen by somebody; the others are drawn. */
    private Dialect dialect(int number, Manner manner) {
        List<SoakType> types = List.of(SoakType.values());
        String name = "client " + number + " (" + manner + ")";
        if (number < types.size()) {
            return events(name, Set.of(types.get(number)), Selector.ALL);
        }
        SoakType type = SoakType.draw(random);
        return switch (random.nextInt(5)) {
            case 0 -> events(name, Set.of(type), Selector.draw(type, random));
            case 1 -> events(name, Set.of(type), Selector.ALL);
            case 2 -> events(name, several(type), Selector.draw(SoakType.NODES, random));
            case 3 -> watch(name, type, WatchDialect.Start.LIST);
            default -> watch(name, type, WatchDialect.Start.INITIAL_EVENTS);
        };
    }

    private Set<SoakType> several(SoakType one) {
        Set<SoakType> types = EnumSet.of(one);
        for (SoakType other : SoakType.values()) {
            if (random.nextBoolean()) {
                types.add(other);
            }
        }
        return types;
    }

    private Dialect events(String name, Set<SoakType> types, Selector selector) {
        String resources =
                types.stream().map(type -> "resource=" + type.resource()).collect(Collectors.joining("&"));
        String uri = selector.namespace().isEmpty()
                ? "/v1/stream?" + selector.parameters() + resources
                : "/v1/namespaces/" + selector.namespace() + "/"
                        + types.iterator().next().resource() + "?" + selector.parameters() + "watch=true";
        String who = name + " " + uri;
        List<Channel> channels =
                types.stream().map(type -> court.channel(who, type, selector)).toList();
        return new EventDialect(uri, channels, tally);
    }

    private Dialect watch(String name, SoakType type, WatchDialect.Start start) {
        Selector selector = Selector.draw(type, random);
        String who = name + " " + start + " " + type.path(selector.namespace()) + "?" + selector.parameters();
        return new WatchDialect(court.channel(who, type, selector), start, tally);
    }
}
