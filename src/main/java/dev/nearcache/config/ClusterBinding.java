package dev.nearcache.config;

import dev.nearcache.config.ClusterSource.TlsVerification;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides where the API server is: the kubeconfig or the server that was named; else the pod's service account, if this
 * is a pod; else kubectl's own kubeconfig.
 */
final class ClusterBinding {
    private static final List<String> OF_A_SERVER = List.of("tokenFile", "caFile", "insecureSkipTlsVerify");

    /** What stands in for a source that was reported as wrong; it is never used. */
    private static final ClusterSource AFTER_A_PROBLEM = new ClusterSource.InCluster();

    private final Section upstream;
    private final Map<String, String> environment;

    ClusterBinding(Section upstream, Map<String, String> environment) {
        this.upstream = upstream;
        this.environment = environment;
    }

    ClusterSource bind() {
        Optional<Path> kubeconfig = upstream.optional("kubeconfig", ClusterBinding::path);
        Optional<String> context = upstream.optional("context", Scalars::notEmpty);
        Optional<URI> server = upstream.optional("server", Scalars::server);
        Optional<Path> tokenFile = upstream.optional("tokenFile", ClusterBinding::path);
        Optional<Path> caFile = upstream.optional("caFile", ClusterBinding::path);
        TlsVerification tls = upstream.value("insecureSkipTlsVerify", false, Scalars::flag)
                ? TlsVerification.SKIPPED
                : TlsVerification.REQUIRED;
        if (upstream.has("server")) {
            rejectBeside("upstream.server", List.of("kubeconfig", "context"));
            return server.<ClusterSource>map(url -> new ClusterSource.Server(url, tokenFile, caFile, tls))
                    .orElse(AFTER_A_PROBLEM);
        }
        rejectBeside("a kubeconfig or a pod's service account, but only beside upstream.server", OF_A_SERVER);
        if (upstream.has("kubeconfig") || upstream.has("context")) {
            return kubeconfig
                    .or(this::defaultKubeconfig)
                    .<ClusterSource>map(file -> new ClusterSource.Kubeconfig(file, context))
                    .orElseGet(this::none);
        }
        return implied();
    }

    private ClusterSource implied() {
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            return new ClusterSource.InCluster();
        }
        return defaultKubeconfig()
                .filter(Files::isReadable)
                .<ClusterSource>map(file -> new ClusterSource.Kubeconfig(file, Optional.empty()))
                .orElseGet(this::none);
    }

    private ClusterSource none() {
        upstream.problem("server", "no API server: give --kubeconfig or --server, or run in a pod");
        return AFTER_A_PROBLEM;
    }

    /** The first file of KUBECONFIG, else the one in the home folder, as kubectl has it. */
    private Optional<Path> defaultKubeconfig() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(environment.getOrDefault("KUBECONFIG", ""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .map(Path::of)
                .or(() -> Optional.ofNullable(environment.get("HOME")).map(home -> Path.of(home, ".kube", "config")));
    }

    private void rejectBeside(String chosen, List<String> keys) {
        for (String key : keys) {
            if (upstream.has(key) && !isOff(key)) {
                upstream.problem(key, "cannot be given beside " + chosen);
            }
        }
    }

    private boolean isOff(String key) {
        return key.equals("insecureSkipTlsVerify") && !upstream.value(key, false, Boolean::parseBoolean);
    }

    static Path path(String text) {
        try {
            return Path.of(Scalars.notEmpty(text));
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException("\"" + text + "\" is not a path");
        }
    }
}
