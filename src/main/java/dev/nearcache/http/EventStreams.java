package dev.nearcache.http;

import dev.nearcache.http.EventFeed.OnExpired;
import dev.nearcache.http.kube.ListOptions;
import dev.nearcache.http.kube.OpenStream;
import dev.nearcache.http.kube.Parameters;
import dev.nearcache.http.kube.Serving;
import dev.nearcache.http.kube.Status;
import dev.nearcache.http.kube.StreamEnd;
import dev.nearcache.http.kube.StreamPump;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Selection;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Serves streams of server-sent events (design section 6, product.md 2.4). */
final class EventStreams {
    private static final Buffer HEARTBEAT = Buffer.buffer(": hb\n\n");
    private static final int RETRY_MILLIS = 1000;

    private final Serving serving;
    private final Duration heartbeat;

    EventStreams(Serving serving, Duration heartbeat) {
        this.serving = serving;
        this.heartbeat = heartbeat;
    }

    /** Serves types, in one namespace or in all if it is empty; the selectors hold for each of them. */
    Future<Void> serve(
            HttpServerRequest request, List<CachedResource> resources, String namespace, Parameters parameters) {
        ListOptions options = ListOptions.parse(parameters);
        OnExpired onExpired = onExpired(parameters.get("onExpired"));
        Map<String, ResumePoint> points = EventIds.parse(resumeId(request, options, parameters), names(resources));
        serving.pumps().checkOpen();
        OpenStream stream = serving.streams()
                .open(
                        request,
                        OpenStream.Protocol.SSE,
                        names(resources),
                        serving.timers().now());
        Life life = new Life(request, stream, options.timeoutSeconds());
        for (CachedResource resource : resources) {
            Selection selection = options.selection(namespace, resource);
            ResumePoint start = points.getOrDefault(resource.name().toString(), new ResumePoint.Fresh());
            life.feeds.add(new EventFeed(resource, selection, serving.queries(), serving.frames(), onExpired, start));
        }
        return life.begin();
    }

    /** The header wins, since a browser sends it when it comes back with the address it first had. */
    private static String resumeId(HttpServerRequest request, ListOptions options, Parameters parameters) {
        String header = request.getHeader("Last-Event-ID");
        if (header != null && !header.isBlank()) {
            return header.trim();
        }
        String parameter = parameters.get("lastEventId");
        if (parameter != null && !parameter.isBlank()) {
            return parameter.trim();
        }
        return options.hasVersion() ? options.resourceVersion() : "";
    }

    private static OnExpired onExpired(@Nullable String value) {
        if (value == null || value.equals("reset")) {
            return OnExpired.RESET;
        }
        if (value.equals("error")) {
            return OnExpired.ERROR;
        }
        throw Status.badRequest("onExpired: \"" + value + "\" is not known: allowed are reset, error")
                .exception();
    }

    private static List<String> names(List<CachedResource> resources) {
        return resources.stream().map(resource -> resource.name().toString()).toList();
    }

    /** One stream from its head to its end. */
    private final class Life {
        private final HttpServerRequest request;
        private final HttpServerResponse response;
        private final OpenStream stream;
        private final long timeoutSeconds;
        private final List<EventFeed> feeds = new ArrayList<>();
        private Timers.Scheduled deadline = () -> {};
        private Timers.Scheduled beat = () -> {};

        Life(HttpServerRequest request, OpenStream stream, long timeoutSeconds) {
            this.request = request;
            this.response = request.response();
            this.stream = stream;
            this.timeoutSeconds = timeoutSeconds;
            response.closeHandler(closed -> close(StreamEnd.CLIENT_GONE));
        }

        Future<Void> begin() {
            return Future.all(feeds.stream().map(EventFeed::check).toList())
                    .onFailure(refused -> close(StreamEnd.COMPLETE))
                    .onSuccess(fine -> start())
                    .mapEmpty();
        }

        private void start() {
            if (response.closed()) {
                close(StreamEnd.CLIENT_GONE);
                return;
            }
            EventStream events = new EventStream(feeds, stream);
            StreamPump pump = serving.pumps().stream(request, events, this::stop);
            writeHead();
            feeds.forEach(feed -> feed.listen(serving.signals(), pump::wake));
            if (timeoutSeconds > 0) {
                deadline = serving.timers().schedule(Duration.ofSeconds(timeoutSeconds), pump::end);
            }
            scheduleBeat(events, pump);
            pump.wake();
        }

        /** The head and a first comment go out at once, so that the client and what is between know that it stands. */
        private void writeHead() {
            if (feeds.size() == 1) {
                feeds.get(0).tellFreshness(response);
            }
            response.setChunked(true)
                    .putHeader("Content-Type", "text/event-stream;charset=utf-8")
                    .putHeader("Cache-Control", "no-store, no-transform")
                    .putHeader("X-Accel-Buffering", "no");
            int retry = RETRY_MILLIS + ThreadLocalRandom.current().nextInt(2 * RETRY_MILLIS);
            response.write(": connected\nretry: " + retry + "\n\n").onFailure(gone -> {});
        }

        private void scheduleBeat(EventStream events, StreamPump pump) {
            beat = serving.timers().schedule(heartbeat, () -> {
                scheduleBeat(events, pump);
                if (pump.isWritable()) {
                    pump.write(HEARTBEAT);
                }
                events.requestBookmarks();
                pump.wake();
            });
        }

        private void close(StreamEnd how) {
            serving.streams().close(stream, how);
        }

        private void stop(StreamEnd how) {
            close(how);
            beat.cancel();
            deadline.cancel();
            feeds.forEach(EventFeed::stop);
        }
    }
}
