package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * What an exec plugin printed, and what it is asked with: the {@code ExecCredential} of client-go. No message tells a
 * word of what was printed, since any of it may be a secret.
 *
 * @param token a bearer token, empty for none
 * @param certificate a client certificate with its chain, PEM, empty for none
 * @param key of the certificate, PEM, empty for none
 * @param expiry from when on it is of no use; empty for until it is refused
 */
record ExecCredential(String token, String certificate, String key, Optional<Instant> expiry) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What the plugin finds in {@code KUBERNETES_EXEC_INFO}. Blocks while the cluster's authorities are read. */
    static String request(ExecPlugin plugin) {
        ObjectNode request = MAPPER.createObjectNode();
        request.put("apiVersion", plugin.version().apiVersion()).put("kind", "ExecCredential");
        ObjectNode spec = request.putObject("spec").put("interactive", false);
        plugin.cluster().ifPresent(cluster -> spec.set("cluster", cluster.json()));
        return request.toString();
    }

    /**
     * Reads what it printed.
     *
     * @throws ClusterAccessException saying what is missing
     */
    static ExecCredential parse(ExecPlugin plugin, byte[] printed) {
        JsonNode root = tree(printed);
        if (!root.path("kind").asText().equals("ExecCredential")) {
            throw new ClusterAccessException(plugin.name() + " printed no ExecCredential as JSON");
        }
        String version = root.path("apiVersion").asText();
        if (!version.equals(plugin.version().apiVersion())) {
            throw new ClusterAccessException(plugin.name() + " does not speak "
                    + plugin.version().apiVersion() + ", which is the apiVersion that it was asked for");
        }
        JsonNode status = root.path("status");
        ExecCredential credential = new ExecCredential(
                status.path("token").asText(),
                status.path("clientCertificateData").asText(),
                status.path("clientKeyData").asText(),
                expiry(plugin, status.path("expirationTimestamp")));
        if (credential.certificate.isEmpty() != credential.key.isEmpty()) {
            throw new ClusterAccessException(
                    plugin.name() + " printed only one of clientCertificateData and clientKeyData, which go together");
        }
        if (credential.token.isEmpty() && credential.certificate.isEmpty()) {
            throw new ClusterAccessException(
                    plugin.name() + " printed neither status.token nor status.clientCertificateData");
        }
        return credential;
    }

    private static JsonNode tree(byte[] printed) {
        try {
            JsonNode tree = MAPPER.readTree(printed);
            return tree == null ? MissingNode.getInstance() : tree;
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static Optional<Instant> expiry(ExecPlugin plugin, JsonNode timestamp) {
        if (timestamp.isMissingNode() || timestamp.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(timestamp.asText()).toInstant());
        } catch (DateTimeException notTime) {
            throw new ClusterAccessException(
                    plugin.name() + " printed an expirationTimestamp that is no RFC 3339 time");
        }
    }

    boolean hasCertificate() {
        return !certificate.isEmpty();
    }

    @Override
    public String toString() {
        return "ExecCredential(expiry " + expiry.map(Instant::toString).orElse("none") + ")";
    }
}
