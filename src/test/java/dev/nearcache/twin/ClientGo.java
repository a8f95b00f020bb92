package dev.nearcache.twin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.twin.Moment.Asked;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The process in which client-go's reflectors run ({@code testbed/twin}); any thread may give it orders. */
final class ClientGo implements AutoCloseable {
    private static final Path BINARY = Path.of("testbed", "bin", "twin");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Writer orders;
    private final Map<String, CompletableFuture<JsonNode>> reports = new ConcurrentHashMap<>();

    /** client-go's two queues. */
    enum Queue {
        DELTA,
        ORDERED
    }

    /** How a reflector begins. */
    enum Start {
        USUAL,
        STOPPED
    }

    private ClientGo(Process process) {
        this.process = process;
        this.orders = process.outputWriter();
    }

    static ClientGo start() throws IOException {
        Process process = new ProcessBuilder(BINARY.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ClientGo started = new ClientGo(process);
        Thread reader = new Thread(started::read, "client-go-reports");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    /** Runs a reflector to the end of a play. */
    CompletableFuture<Trace> run(ScriptServer server, Play play, Queue queue, Start start) {
        Script script = play.script();
        String id = script.seed() + "-" + queue + "-" + start;
        CompletableFuture<JsonNode> report = new CompletableFuture<>();
        reports.put(id, report);
        Map<String, Object> order = Map.of(
                "id",
                id,
                "server",
                server.serve(id, play),
                "closed",
                server.nobody(),
                "refused",
                script.refused(),
                "queue",
                queue == Queue.DELTA ? "delta" : "ordered",
                "watchList",
                script.streaming(),
                "until",
                Script.LAST_VERSION,
                "start",
                start == Start.USUAL ? "usual" : "stopped");
        write(order);
        return report.thenApply(said -> trace(said, play));
    }

    private synchronized void write(Map<String, Object> order) {
        try {
            orders.write(JSON.writeValueAsString(order) + "\n");
            orders.flush();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode report = JSON.readTree(line);
                CompletableFuture<JsonNode> waiting =
                        reports.remove(report.path("id").asText());
                if (waiting != null) {
                    waiting.complete(report);
                }
            }
            fail(new IOException("the twin's process has ended"));
        } catch (IOException broken) {
            fail(broken);
        }
    }

    private void fail(IOException cause) {
        reports.values().forEach(report -> report.completeExceptionally(cause));
    }

    /** What it says of itself, with what it was answered: requests come in one order on both sides. */
    private static Trace trace(JsonNode report, Play play) {
        Iterator<Asked> served = play.asked().iterator();
        List<Moment> moments = new ArrayList<>();
        for (JsonNode moment : report.path("trace")) {
            Duration delay = Duration.ofMillis(moment.path("millis").asLong());
            Duration at = Duration.ofMillis(moment.path("at").asLong());
            moments.add(
                    switch (moment.path("kind").asText()) {
                        case "request" -> {
                            Request request = Request.parse(moment.path("query").asText());
                            Answer answer = served.hasNext() ? served.next().answer() : Answer.NOBODY;
                            yield new Asked(request, answer);
                        }
                        case "wait" -> new Moment.Waited(delay, at);
                        case "retry" -> new Moment.Retried(delay);
                        default -> throw new IllegalArgumentException("no moment: " + moment);
                    });
        }
        Map<String, String> store = new HashMap<>();
        report.path("store")
                .properties()
                .forEach(held -> store.put(held.getKey(), held.getValue().asText()));
        return new Trace(moments, store, report.path("error").asText());
    }

    @Override
    public void close() throws IOException {
        orders.close();
        process.destroy();
    }
}
