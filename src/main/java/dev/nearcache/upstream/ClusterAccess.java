package dev.nearcache.upstream;

import dev.nearcache.upstream.Identity.Anonymous;
import dev.nearcache.upstream.Identity.Authorization;
import dev.nearcache.upstream.Identity.Bearer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a cluster is, whom we believe there and who we are. Immutable; secrets in it are not shown by {@code toString}.
 *
 * @param server {@code https://host:port}, perhaps with a path before {@code /api}
 * @param tlsServerName the name that the certificate must have, if it is not the server's
 * @param trust which certificates of the server are believed
 * @param proxy on the way there
 * @param identity who we are there
 */
public record ClusterAccess(
        URI server, Optional<String> tlsServerName, Trust trust, Optional<ForwardProxy> proxy, Identity identity) {

    /** Where a pod finds the credentials of its service account. */
    public static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** Which certificates of the server are believed. */
    public sealed interface Trust {}

    /** Those that Java believes. */
    public record SystemAuthorities() implements Trust {}

    /** Those that these authorities have signed. */
    public record Authorities(Material pem) implements Trust {}

    /** Any at all, whatever name it bears: for test clusters. */
    public record Anyone() implements Trust {}

    /**
     * The cluster of a kubeconfig. Reads the file, so it blocks.
     *
     * @param file the one kubeconfig
     * @param context the name of a context in it; empty for its current one
     * @throws ClusterAccessException naming file and key
     */
    public static ClusterAccess kubeconfig(Path file, String context) {
        return Kubeconfig.read(file).access(context);
    }

    /**
     * The cluster of the pod that we run in.
     *
     * @param environment has {@code KUBERNETES_SERVICE_HOST} and {@code KUBERNETES_SERVICE_PORT}
     * @param directory has {@code token} and {@code ca.crt}: {@link #SERVICE_ACCOUNT}
     * @throws ClusterAccessException if this is no pod
     */
    public static ClusterAccess inCluster(Map<String, String> environment, Path directory) {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            throw new ClusterAccessException(
                    "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this is"
                            + " no pod: name a kubeconfig or a server");
        }
        String literal = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return new ClusterAccess(
                serverOf("KUBERNETES_SERVICE_HOST", "https://" + literal + ":" + port),
                Optional.empty(),
                new Authorities(new Material.InFile(directory.resolve("ca.crt"), "service account")),
                Optional.empty(),
                Identity.of(new Bearer(new Material.InFile(directory.resolve("token"), "service account"))));
    }

    /**
     * A server by its address.
     *
     * @param url {@code https://host:port} or {@code http://host:port}
     * @param tokenFile has a bearer token
     * @param caFile has the authorities to believe, as PEM; without it, those that Java believes
     * @throws ClusterAccessException if the address is none
     */
    public static ClusterAccess server(String url, Optional<Path> tokenFile, Optional<Path> caFile) {
        Trust trust = caFile.<Trust>map(file -> new Authorities(new Material.InFile(file, "caFile")))
                .orElseGet(SystemAuthorities::new);
        Authorization authorization = tokenFile
                .<Authorization>map(file -> new Bearer(new Material.InFile(file, "tokenFile")))
                .orElseGet(Anonymous::new);
        return new ClusterAccess(
                serverOf("server", url), Optional.empty(), trust, Optional.empty(), Identity.of(authorization));
    }

    /** The same cluster, with any certificate believed. */
    public ClusterAccess withoutVerification() {
        return new ClusterAccess(server, tlsServerName, new Anyone(), proxy, identity);
    }

    /** Whether the server is spoken to by TLS. */
    boolean tls() {
        return server.getScheme().equals("https");
    }

    int port() {
        return server.getPort() >= 0 ? server.getPort() : tls() ? 443 : 80;
    }

    /** The host as a socket wants it: an IPv6 address without its brackets. */
    String host() {
        return withoutBrackets(server.getHost());
    }

    static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    static URI serverOf(String setting, String url) {
        try {
            URI uri = new URI(url);
            boolean scheme = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (scheme
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException notUri) {
            // Said below, with the form that is right.
        }
        throw new ClusterAccessException(
                setting + ": \"" + url + "\" is not an address: write it as https://HOST:PORT or http://HOST:PORT");
    }
}
