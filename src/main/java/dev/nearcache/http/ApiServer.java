package dev.nearcache.http;

import dev.nearcache.http.kube.Answers;
import dev.nearcache.http.kube.DefinedPrinters;
import dev.nearcache.http.kube.Documents;
import dev.nearcache.http.kube.KubeApi;
import dev.nearcache.http.kube.PumpGroup;
import dev.nearcache.http.kube.Relay;
import dev.nearcache.http.kube.ServerPaths;
import dev.nearcache.http.kube.Serving;
import dev.nearcache.http.kube.WebSocketUpgrade;
import dev.nearcache.query.ChangeSignals;
import dev.nearcache.query.QueryService;
import dev.nearcache.time.Timers;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The API on one event loop. Several, one a loop, may listen on one port: Vert.x then deals connections out to them.
 * Started, used and closed on its own event loop.
 */
public final class ApiServer {
    private static final int LONGEST_HEAD = 64 * 1024;

    private final List<HttpServer> servers;
    private final PumpGroup pumps;

    private ApiServer(List<HttpServer> servers, PumpGroup pumps) {
        this.servers = servers;
        this.pumps = pumps;
    }

    /** Starts on the event loop that calls this; fails if it cannot listen, or cannot read the token file. */
    public static Future<ApiServer> start(Vertx vertx, ApiShared shared) {
        Timers timers = new VertxTimers(vertx);
        ApiSettings settings = shared.settings();
        ChangeSignals signals = new ChangeSignals(timers);
        PumpGroup pumps = new PumpGroup(timers, settings.stallLimit(), shared.backlog());
        QueryService queries = new QueryService(shared.pinned(), signals, timers);
        Documents documents = new Documents(shared.origin(), shared.documents(), timers);
        Serving serving = new Serving(
                shared.catalog(),
                queries,
                signals,
                pumps,
                shared.frames(),
                new DefinedPrinters(shared.catalog(), queries, documents, timers),
                shared.origin(),
                documents,
                new Relay(shared.origin(), shared.relays(), shared.streams(), pumps, timers),
                shared.through(),
                shared.probes(),
                shared.streams(),
                timers);
        return gates(vertx, settings, new RoomGate(shared.backlog()), timers)
                .map(gates -> router(vertx, serving, settings, gates))
                .compose(router -> listen(vertx, settings, router, timers))
                .map(servers -> new ApiServer(servers, pumps));
    }

    /** The port that is listened on. */
    public int port() {
        return servers.get(0).actualPort();
    }

    /** Ends all streams cleanly, then stops listening. */
    public Future<Void> close() {
        pumps.close();
        return Future.all(servers.stream().map(HttpServer::close).toList()).mapEmpty();
    }

    private static Future<List<Handler<RoutingContext>>> gates(
            Vertx vertx, ApiSettings settings, RoomGate room, Timers timers) {
        HostGate hosts = new HostGate(settings.allowedHosts());
        return settings.tokenFile()
                .map(file -> TokenGate.open(vertx.fileSystem(), file, timers)
                        .map(token -> List.<Handler<RoutingContext>>of(hosts, token, room)))
                .orElseGet(() -> Future.succeededFuture(List.of(hosts, room)));
    }

    private static Router router(
            Vertx vertx, Serving serving, ApiSettings settings, List<Handler<RoutingContext>> gates) {
        EventStreams events = new EventStreams(serving, settings.heartbeat());
        return new ApiRouter(new KubeApi(serving), new ServerPaths(serving), new OwnApi(serving, events), events)
                .build(vertx, gates);
    }

    /**
     * Long label selectors and service account tokens are longer than the usual limits of 4 and 8 kB. Of WebSockets,
     * whatever subprotocol is asked for is agreed to, and nothing is compressed, as kube-apiserver has it.
     */
    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setTcpNoDelay(true)
                .setMaxInitialLineLength(LONGEST_HEAD)
                .setMaxHeaderSize(LONGEST_HEAD)
                .setWebSocketSubProtocols(List.of("*"))
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false);
    }

    private static Future<List<HttpServer>> listen(Vertx vertx, ApiSettings settings, Router router, Timers timers) {
        List<SocketAddress> addresses = new ArrayList<>();
        // Any free port, but the same one for every event loop: with 0, each would get its own.
        addresses.add(
                settings.port() == 0
                        ? SocketAddress.sharedRandomPort(1, settings.address())
                        : SocketAddress.inetSocketAddress(settings.port(), settings.address()));
        settings.unixSocket()
                .map(Path::toString)
                .map(SocketAddress::domainSocketAddress)
                .ifPresent(addresses::add);
        List<Future<HttpServer>> servers = new ArrayList<>();
        for (SocketAddress address : addresses) {
            IdleConnections idle = new IdleConnections(timers, settings.idleTimeout());
            servers.add(vertx.createHttpServer(options())
                    .connectionHandler(idle::opened)
                    .invalidRequestHandler(MalformedRequests::refuse)
                    .requestHandler(request -> {
                        idle.began(request);
                        if (WebSocketUpgrade.isAsked(request)) {
                            // It can become a WebSocket only until its end was read, and the answer may take a while.
                            request.pause();
                        }
                        MalformedRequests.fault(request)
                                .ifPresentOrElse(
                                        fault -> Answers.plainStatus(request, fault), () -> router.handle(request));
                    })
                    .listen(address));
        }
        return Future.all(servers)
                .map(all -> servers.stream().map(Future::result).toList());
    }
}
