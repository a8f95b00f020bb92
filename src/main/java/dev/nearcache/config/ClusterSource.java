package dev.nearcache.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Where the API server is and how to be known there. */
public sealed interface ClusterSource {
    /**
     * As a kubeconfig says.
     *
     * @param context the context to use; empty for the file's current one
     */
    record Kubeconfig(Path file, Optional<String> context) implements ClusterSource {}

    /** As the pod's service account says. */
    record InCluster() implements ClusterSource {}

    /**
     * By its address.
     *
     * @param tokenFile a bearer token, re-read as it rotates
     * @param caFile what to trust; empty for the platform's own
     * @param tlsVerification whether its certificate is checked
     */
    record Server(URI url, Optional<Path> tokenFile, Optional<Path> caFile, TlsVerification tlsVerification)
            implements ClusterSource {}

    /** Whether a server's certificate is checked. */
    enum TlsVerification {
        /** It must be trusted and name the server. */
        REQUIRED,
        /** It is not looked at: anybody may answer. */
        SKIPPED
    }
}
