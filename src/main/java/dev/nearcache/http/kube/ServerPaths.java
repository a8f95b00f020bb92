package dev.nearcache.http.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.http.kube.Probes.Detail;
import dev.nearcache.query.CachedResource;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What an API server has beside its objects (kubernetes-api.md 5.1): its version and OpenAPI, which are the API server's
 * own; the probes, which are the sidecar's; and the list of paths.
 */
public final class ServerPaths {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PLAIN = "text/plain; charset=utf-8";

    /** A document under its own hash never changes; this only bounds for how long a copy is believed. */
    private static final Duration HASHED_FRESH = Duration.ofHours(1);

    /** What kubectl can read as a version. */
    private static final Pattern SEMANTIC = Pattern.compile(
            "v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

    private final Serving serving;

    public ServerPaths(Serving serving) {
        this.serving = serving;
    }

    /** Serves {@code /version}, indented as ever. */
    public Future<Void> version(HttpServerRequest request) {
        String accept = request.getHeader("Accept");
        boolean json = accept == null
                || accept.isEmpty()
                || AcceptClause.parse(accept).stream()
                        .map(AcceptClause::mediaType)
                        .anyMatch(type -> type.equals("application/json") || type.equals("*/*"));
        if (!json) {
            throw Failures.onlyJsonRepresentation().exception();
        }
        Document.Key key = new Document.Key("/version", "application/json", "identity");
        return serving.documents().get(key, Documents.FRESH).compose(document -> {
            if (document.status() != 200) {
                return serving.relay().read(request, key.uri());
            }
            HttpServerResponse response = request.response();
            response.putHeader("Content-Type", "application/json").putHeader("Cache-Control", "no-cache, private");
            serving.documents()
                    .staleness(document, Documents.FRESH)
                    .ifPresent(age -> Freshness.tellCopy(response, age));
            response.end(readable(document.body().orElseThrow())).onFailure(gone -> {});
            return Future.succeededFuture();
        });
    }

    /** A build without a stamp calls itself what no client can read as a version: then the numbers must do. */
    private static Buffer readable(Buffer version) {
        try {
            JsonNode document = MAPPER.readTree(version.getBytes());
            if (!(document instanceof ObjectNode object)
                    || SEMANTIC.matcher(document.path("gitVersion").asText()).matches()) {
                return version;
            }
            String numbers = digits(document.path("major")) + "." + digits(document.path("minor"));
            object.put("gitVersion", "v" + numbers + ".0");
            Buffer indented = Buffer.buffer();
            PrettyFilter filter = new PrettyFilter();
            filter.write(MAPPER.writeValueAsBytes(object), indented);
            filter.finish(indented);
            return indented;
        } catch (IOException notJson) {
            throw Failures.originLost("its version is not JSON").exception();
        }
    }

    private static String digits(JsonNode number) {
        String digits = number.asText().replaceAll("\\D", "");
        return digits.isEmpty() ? "0" : digits;
    }

    /** Serves {@code /openapi/v2}, {@code /openapi/v3} and what is below that; of a HEAD the headers alone. */
    public Future<Void> openApi(HttpServerRequest request) {
        String path = String.valueOf(request.path());
        List<String> parts = KubePath.segments(path);
        boolean known = parts.size() > 1
                && (parts.get(1).equals("v3") || (parts.get(1).equals("v2") && parts.size() == 2))
                && OriginPath.arePlain(parts);
        if (!known) {
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        String hash = Parameters.of(request).get("hash");
        String uri = OriginPath.text(parts) + (hash == null ? "" : "?hash=" + OriginPath.encoded(hash));
        String accept = request.getHeader("Accept");
        // Parts are counted in the bytes of the plain text, as there.
        boolean gzip =
                request.getHeader("Range") == null && Representation.acceptsGzip(request.getHeader("Accept-Encoding"));
        Document.Key key =
                new Document.Key(uri, accept == null || accept.isEmpty() ? "*/*" : accept, gzip ? "gzip" : "identity");
        Duration fresh = hash == null ? Documents.FRESH : HASHED_FRESH;
        return serving.documents().get(key, fresh).compose(document -> {
            if (document.body().isEmpty() && request.method().equals(HttpMethod.GET)) {
                return serving.relay().read(request, uri);
            }
            new DocumentAnswer(request, document, serving.documents().staleness(document, fresh)).send(serving.pumps());
            return Future.succeededFuture();
        });
    }

    /** Serves {@code /healthz}, {@code /livez} and {@code /readyz}, and a check of each by its name. */
    public Future<Void> probe(HttpServerRequest request) {
        String path = String.valueOf(request.path()).substring(1);
        int slash = path.indexOf('/');
        String name = slash < 0 ? path : path.substring(0, slash);
        String check = slash < 0 ? "" : path.substring(slash + 1);
        Detail detail = Parameters.of(request).names().contains("verbose") ? Detail.VERBOSE : Detail.BRIEF;
        Optional<Future<Probes.Verdict>> asked = slash >= 0 && check.isEmpty()
                ? Optional.empty()
                : serving.probes().ask(name, check, detail);
        if (asked.isEmpty()) {
            Answers.pageNotFound(request);
            return Future.succeededFuture();
        }
        return asked.get().map(verdict -> {
            request.response()
                    .setStatusCode(verdict.passed() ? 200 : 500)
                    .putHeader("Content-Type", PLAIN)
                    .putHeader("Cache-Control", "no-cache, private")
                    .putHeader("X-Content-Type-Options", "nosniff")
                    .end(verdict.text())
                    .onFailure(gone -> {});
            return null;
        });
    }

    /** Serves the list of paths. */
    public Future<Void> index(HttpServerRequest request) {
        TreeSet<String> paths = new TreeSet<>(List.of(
                "/api",
                "/apis",
                "/healthz",
                "/livez",
                "/openapi/v2",
                "/openapi/v3",
                "/readyz",
                "/v1/resources",
                "/v1/stream",
                "/v1/subscriptions",
                "/version"));
        serving.catalog().all().stream()
                .map(CachedResource::type)
                .flatMap(Optional<ResourceType>::stream)
                .forEach(type -> {
                    paths.add((type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion());
                    if (!type.group().isEmpty()) {
                        paths.add("/apis/" + type.group());
                    }
                });
        byte[] json = new JsonObject()
                .put("paths", new JsonArray(List.copyOf(paths)))
                .toBuffer()
                .getBytes();
        Form form = new Form(Form.Encoding.JSON, Form.Shape.OBJECT, "", Form.Layout.PRETTY);
        Answers.send(request.response(), json, Representation.of(request, form, json.length));
        return Future.succeededFuture();
    }
}
