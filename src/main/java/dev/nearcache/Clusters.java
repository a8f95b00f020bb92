package dev.nearcache;

import dev.nearcache.config.ClusterSource;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.config.UpstreamConfig;
import dev.nearcache.http.kube.ReadThrough;
import dev.nearcache.http.kube.ReadThrough.Consistency;
import dev.nearcache.http.kube.ReadThrough.Secrets;
import dev.nearcache.http.kube.ReadThrough.Types;
import dev.nearcache.upstream.ClusterAccess;
import dev.nearcache.upstream.UpstreamLimits;

/** From what the configuration says of the API server to what the rooms that read it need. */
final class Clusters {
    private Clusters() {}

    /**
     * Reads what the configuration points to, so it blocks.
     *
     * @throws dev.nearcache.upstream.ClusterAccessException naming the file and key that are wrong
     */
    static ClusterAccess access(ClusterSource source) {
        if (source instanceof ClusterSource.Kubeconfig kubeconfig) {
            return ClusterAccess.kubeconfig(
                    kubeconfig.file(), kubeconfig.context().orElse(""));
        }
        if (source instanceof ClusterSource.Server server) {
            ClusterAccess access = ClusterAccess.server(server.url().toString(), server.tokenFile(), server.caFile());
            return switch (server.tlsVerification()) {
                case REQUIRED -> access;
                case SKIPPED -> access.withoutVerification();
            };
        }
        return ClusterAccess.inCluster(System.getenv(), ClusterAccess.SERVICE_ACCOUNT);
    }

    /** What of the configuration the HTTP room needs to know about reading through to the API server. */
    static ReadThrough through(SidecarConfig config) {
        return new ReadThrough(
                switch (config.upstream().passthrough()) {
                    case OFF -> Types.CACHED;
                    case ON -> Types.ALL;
                },
                switch (config.upstream().consistency()) {
                    case CACHE -> Consistency.CACHE;
                    case UPSTREAM -> Consistency.UPSTREAM;
                },
                switch (config.secrets()) {
                    case HASH -> Secrets.HIDDEN;
                    case PLAIN -> Secrets.SHOWN;
                });
    }

    static UpstreamLimits limits(UpstreamConfig config) {
        UpstreamLimits defaults = UpstreamLimits.defaults();
        return new UpstreamLimits(
                config.connectTimeout(),
                config.headerTimeout(),
                defaults.bodyIdle(),
                defaults.watchGrace(),
                config.deadPeer());
    }
}
