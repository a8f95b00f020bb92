package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.simulator.Change.Telling;

/** Answers requests for one object, writes included. */
final class Items {
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final Cluster cluster;
    private final Writes writes;

    Items(Cluster cluster, Writes writes) {
        this.cluster = cluster;
        this.writes = writes;
    }

    /** A GET asks for a state not older than its version, whatever that is (kubernetes-api.md 1.2). */
    void get(Exchange exchange) {
        long version;
        try {
            version = exchange.options().versionNumber();
        } catch (ApiFailure bad) {
            String message = exchange.options().badVersion();
            throw new ApiFailure(StatusBody.of(500, "", message.substring(message.indexOf("resourceVersion"))));
        }
        cluster.gate()
                .await(version)
                .map(reached -> current(exchange))
                .onSuccess(object -> exchange.reply(200, object))
                .onFailure(exchange::fail);
    }

    void create(Exchange exchange) {
        ObjectNode tree = body(exchange);
        exchange.reply(
                201, writes.create(exchange.path().state(), exchange.path().namespace(), tree, Telling.TOLD));
    }

    void update(Exchange exchange) {
        ObjectNode tree = body(exchange);
        exchange.reply(200, writes.update(exchange.path().state(), current(exchange), tree, Telling.TOLD));
    }

    void patch(Exchange exchange) {
        String type = contentType(exchange);
        if (!type.equals(MERGE_PATCH)) {
            throw new ApiFailure(StatusBody.unsupportedMediaType(MERGE_PATCH));
        }
        ObjectNode patch = Json.request(exchange.body().getBytes());
        exchange.reply(200, writes.patch(exchange.path().state(), current(exchange), patch, Telling.TOLD));
    }

    void delete(Exchange exchange) {
        SimObject gone = writes.delete(exchange.path().state(), current(exchange), Telling.TOLD);
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        ObjectNode details =
                status.put("status", "Success").putObject("details").put("name", gone.name());
        if (!gone.type().group().isEmpty()) {
            details.put("group", gone.type().group());
        }
        details.put("kind", gone.type().plural()).put("uid", gone.uid());
        exchange.reply(200, status);
    }

    private static SimObject current(Exchange exchange) {
        ApiPath path = exchange.path();
        return path.state().require(path.namespace(), path.name());
    }

    private static ObjectNode body(Exchange exchange) {
        String type = contentType(exchange);
        // curl -d says it sends a form; a real server refuses that, but here people try things out by hand.
        if (!type.isEmpty() && !type.equals("application/json") && !type.equals("application/x-www-form-urlencoded")) {
            throw new ApiFailure(StatusBody.unsupportedMediaType("application/json"));
        }
        ObjectNode tree = Json.request(exchange.body().getBytes());
        String kind = tree.path("kind").asText("");
        if (!kind.isEmpty() && !kind.equals(exchange.type().kind())) {
            throw new ApiFailure(
                    StatusBody.badRequest("the kind of the object (" + kind + ") does not match the kind of the path ("
                            + exchange.type().kind() + ")"));
        }
        return tree;
    }

    private static String contentType(Exchange exchange) {
        String header = exchange.request().getHeader("Content-Type");
        return header == null ? "" : header.replaceFirst(";.*", "").strip();
    }
}
