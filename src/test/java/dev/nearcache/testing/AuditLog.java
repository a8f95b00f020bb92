package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a {@link Testbed} that was started with {@link #flags} says that it was asked for: lists and watches of pods. */
public final class AuditLog {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            rules:
              - level: Metadata
                verbs: [list, watch]
                resources: [{group: "", resources: [pods]}]
                omitStages: [RequestReceived]
              - level: None
            """;

    private final Path policy;
    private final Path log;

    private AuditLog(Path policy, Path log) {
        this.policy = policy;
        this.log = log;
    }

    /**
     * One answer.
     *
     * @param verb {@code list} or {@code watch}
     * @param uri path and query
     * @param code the answer's status
     * @param credential which of its user's tokens came with it, {@code JTI=...}; empty of a user that has but one
     */
    public record Entry(String verb, String uri, int code, String credential) {
        /** Whether it asked for the objects as a stream of events. */
        public boolean streamsObjects() {
            return uri.contains("sendInitialEvents=true");
        }
    }

    /** Prepares a log in a directory, which is made. */
    public static AuditLog in(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path policy = Files.writeString(directory.resolve("audit-policy.yaml"), POLICY);
        return new AuditLog(policy, directory.resolve("audit.log"));
    }

    /** What makes kube-apiserver write it. */
    public String[] flags() {
        return new String[] {"--audit-policy-file=" + policy, "--audit-log-path=" + log};
    }

    /** The answers that sidecars were given so far, in order: watches when they began, lists when they were over. */
    public List<Entry> ofSidecars() {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(AuditLog::parse)
                    .filter(event -> event.path("userAgent").asText().startsWith("nearcache"))
                    .filter(event -> event.path("stage").asText().equals(answerOf(event)))
                    .map(event -> new Entry(
                            event.path("verb").asText(),
                            event.path("requestURI").asText(),
                            event.path("responseStatus").path("code").asInt(),
                            event.path("user")
                                    .path("extra")
                                    .path("authentication.kubernetes.io/credential-id")
                                    .path(0)
                                    .asText()))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String answerOf(JsonNode event) {
        return event.path("verb").asText().equals("watch") ? "ResponseStarted" : "ResponseComplete";
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }
}
