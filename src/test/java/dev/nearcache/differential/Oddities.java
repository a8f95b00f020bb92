package dev.nearcache.differential;

import dev.nearcache.differential.World.Served;
import java.util.List;
import java.util.Locale;

/** Requests for documents, and those that nobody should send: unknown paths, other methods, odd escapes. */
final class Oddities {
    private static final List<String> DOCUMENTS = List.of(
            "/api",
            "/apis",
            "/api/",
            "/apis/",
            "/api/v1",
            "/api/v1/",
            "/apis/apps",
            "/apis/apps/",
            "/apis/apps/v1",
            "/apis/apps/v1/",
            "/apis/batch/v1",
            "/apis/example.com",
            "/apis/example.com/v1",
            "/apis/storage.k8s.io/v1",
            "/apis/events.k8s.io",
            "/version",
            "/version/",
            "/openapi/v3",
            "/openapi/v3/api/v1",
            "/openapi/v3/apis/apps/v1",
            "/openapi/v3/apis/nope/v1",
            "/healthz",
            "/livez",
            "/readyz",
            "/healthz/ping",
            "/livez/nope",
            "/");

    private static final List<String> UNKNOWN = List.of(
            "/api/v2",
            "/api/v1/nopes",
            "/api/v1/namespaces/a/nopes",
            "/api/v1/namespaces/a/nopes/x",
            "/apis/nope.example.com",
            "/apis/nope.example.com/v1",
            "/apis/nope.example.com/v1/things",
            "/apis/apps/v9",
            "/apis/apps/v9/deployments",
            "/apis/apps/v1/nopes",
            "/api/v1/watch",
            "/api/v1/watch/",
            "/apis/apps/v1/watch/",
            "/api/v1/watch/nopes",
            "/nope",
            "/nope/nope",
            "/metrics",
            "/.well-known/openid-configuration",
            "/openapi",
            "/openapi/v4",
            "/api/v1/namespaces/a/configmaps/c1/status",
            "/api/v1/namespaces/a/pods/p1/log",
            "/api/v1/namespaces/a/pods/p1/nope",
            "/api/v1/namespaces/a/pods/p1/status/x",
            "/api/v1/nodes/n1/proxy",
            "/api/v1/configmaps/c1",
            "/api/v1/namespaces/a/nodes",
            "/api/v1/namespaces/a/nodes/n1",
            "/apis/apps/v1/namespaces",
            "/api/v1/namespaces/a",
            "/api/v1/namespaces/a/status",
            "/api/v1/namespaces/a/finalize",
            "/api/v1/componentstatuses",
            "/apis/example.com/v1/namespaces/a/widgets/w1/status");

    private static final List<String> DISCOVERED = List.of(
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json",
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json",
            "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer,application/json",
            "application/json,application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");

    private static final List<String> INSERTED = List.of(
            "/", "//", "/./", "/../", "%2F", "%2f", "%", "%zz", "%00", "%20", ";", "%C3%A4", "%ff", "+", "..", ".", "*",
            ":", "|");

    private static final List<String> QUERIES = List.of(
            "limit=%zz",
            "limit=1;watch=0",
            "labelSelector=%",
            "limit=%31",
            "limit=1&limit=2",
            "limit=&limit=1",
            "LIMIT=1",
            "limit+=1",
            "a=%ff",
            "labelSelector=even%3dtrue",
            "labelSelector=even=true",
            "labelSelector=n+in+(1,2)",
            "fieldSelector=metadata.name%3Dc1;x");

    private final World world;
    private final Dice dice;

    Oddities(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    Question document() {
        String path = dice.of(DOCUMENTS);
        Query query = new Query();
        if (dice.percent(20)) {
            query.raw(dice.of(
                    "timeout=32s",
                    "timeout=abc",
                    "pretty=1",
                    "verbose",
                    "verbose=true",
                    "exclude=ping",
                    "unknown=1",
                    "hash=x"));
        }
        Question question = Question.get(query.on(path));
        if (path.matches("/apis?/?") && dice.percent(50)) {
            return question.with("Accept", dice.of(DISCOVERED));
        }
        return dice.percent(8) ? question.with("If-None-Match", dice.of("\"x\"", "*")) : Forms.in(question, dice);
    }

    Question unknown() {
        return Forms.in(Question.get(dice.of(UNKNOWN)), dice);
    }

    Question write() {
        Served type = dice.of(world.types());
        String path = switch (dice.below(4)) {
            case 0 -> type.path(dice.of(world.namespaces()));
            case 1 -> type.objects().isEmpty() ? type.path("") : type.path(dice.of(type.objects()));
            case 2 -> dice.of(DOCUMENTS);
            default -> dice.of(UNKNOWN);
        };
        // Without a body, so that nothing is written where it is not refused at once.
        String method = dice.of("HEAD", "OPTIONS", "TRACE", "POST", "PUT", "PATCH", "PROPFIND", "get");
        return Question.get(path).by(method).with("Content-Length", "0");
    }

    /** A good request with a path or a query that is written in another way, or is broken. */
    Question spelled() {
        Served type = new Reads(world, dice).busy();
        String path =
                type.path(dice.of(Population.NAMESPACES)) + (dice.percent(50) ? "" : "/" + dice.of("c1", "p1", "w1"));
        int at = 1 + dice.below(path.length() - 1);
        String escaped = "%%%02X".formatted((int) path.charAt(at));
        return Question.get(
                switch (dice.below(5)) {
                    case 0 -> path.substring(0, at) + escaped + path.substring(at + 1);
                    case 1 -> path.substring(0, at) + dice.of(INSERTED) + path.substring(at);
                    case 2 -> path + dice.of("/", "//", "/.", "/..", "/%2e%2e", "?", "#x", ";x=y");
                    case 3 -> path + "?" + dice.of(QUERIES);
                    default -> path.toUpperCase(Locale.ROOT);
                });
    }
}
