package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.nearcache.upstream.ClusterAccess.Anyone;
import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.ClusterAccess.SystemAuthorities;
import dev.nearcache.upstream.ClusterAccess.Trust;
import dev.nearcache.upstream.Grant.Header;
import dev.nearcache.upstream.Identity.Anonymous;
import dev.nearcache.upstream.Identity.Authorization;
import dev.nearcache.upstream.Identity.Basic;
import dev.nearcache.upstream.Identity.Bearer;
import dev.nearcache.upstream.Identity.ClientCertificate;
import dev.nearcache.upstream.Identity.Plugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A kubeconfig, as far as a server can follow it: what needs a terminal or a browser is refused by name. */
final class Kubeconfig {
    private static final Set<String> CLUSTER_KEYS = Set.of(
            "server",
            "certificate-authority",
            "certificate-authority-data",
            "insecure-skip-tls-verify",
            "tls-server-name",
            "disable-compression",
            "proxy-url",
            "extensions");
    private static final Set<String> USER_KEYS = Set.of(
            "token",
            "tokenFile",
            "client-certificate",
            "client-certificate-data",
            "client-key",
            "client-key-data",
            "username",
            "password",
            "exec",
            "as",
            "as-uid",
            "as-groups",
            "as-user-extra",
            "extensions");

    /** What would be in vain beside a plugin, or the plugin beside it. */
    private static final List<String> NOT_BESIDE_EXEC = List.of("token", "tokenFile", "username", "password");

    private final Path file;
    private final JsonNode root;

    private Kubeconfig(Path file, JsonNode root) {
        this.file = file;
        this.root = root;
    }

    static Kubeconfig read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ClusterAccessException("kubeconfig " + file + " does not exist");
        }
        try {
            return new Kubeconfig(file, new YAMLMapper().readTree(Files.readAllBytes(file)));
        } catch (JsonProcessingException notYaml) {
            throw new ClusterAccessException(
                    "kubeconfig " + file + " is not YAML: " + firstLine(notYaml.getOriginalMessage()), notYaml);
        } catch (IOException unreadable) {
            throw new ClusterAccessException(
                    "kubeconfig " + file + " cannot be read: " + Failures.words(unreadable), unreadable);
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    ClusterAccess access(String contextName) {
        String current = contextName.isEmpty() ? root.path("current-context").asText() : contextName;
        if (current.isEmpty()) {
            throw new ClusterAccessException("kubeconfig " + file
                    + ": it has no current-context; name one of its contexts: " + names("contexts"));
        }
        KubeconfigEntry context = entry("contexts", "context", current);
        KubeconfigEntry cluster = entry("clusters", "cluster", context.required("cluster"));
        cluster.allowOnly(CLUSTER_KEYS);
        Optional<KubeconfigEntry> user = context.text("user").map(name -> entry("users", "user", name));
        return new ClusterAccess(
                ClusterAccess.serverOf(cluster.at("server"), cluster.required("server")),
                cluster.text("tls-server-name"),
                trust(cluster),
                cluster.text("proxy-url").map(url -> ForwardProxy.of(cluster.at("proxy-url"), url)),
                user.map(entry -> identity(entry, cluster)).orElseGet(() -> Identity.of(new Anonymous())));
    }

    private static Identity identity(KubeconfigEntry user, KubeconfigEntry cluster) {
        user.refuse(
                "auth-provider",
                "not supported, as in Kubernetes since 1.26; log in by exec, tokenFile or client-certificate");
        user.allowOnly(USER_KEYS);
        Optional<KubeconfigEntry> exec = user.inside("exec");
        exec.ifPresent(plugin ->
                NOT_BESIDE_EXEC.forEach(key -> user.refuse(key, "it cannot stand beside exec; remove one of the two")));
        return new Identity(
                certificate(user),
                exec.<Authorization>map(plugin -> new Plugin(ExecEntry.plugin(plugin, cluster)))
                        .orElseGet(() -> authorization(user)),
                impersonation(user));
    }

    private static Impersonation impersonation(KubeconfigEntry user) {
        Impersonation impersonation = new Impersonation(
                user.text("as").orElse(""),
                user.text("as-uid").orElse(""),
                user.texts("as-groups"),
                user.inside("as-user-extra").map(KubeconfigEntry::textsByKey).orElseGet(Map::of));
        List<Header> headers = impersonation.headers();
        if (impersonation.user().isEmpty() && !headers.isEmpty()) {
            throw new ClusterAccessException(user.at("as")
                    + ": missing; as-uid, as-groups and as-user-extra say more of the user that it names");
        }
        if (headers.stream()
                .anyMatch(header -> !Header.VALUE.matcher(header.value()).matches())) {
            throw new ClusterAccessException(user.at("as") + ": what stands in it and beside it must be plain text");
        }
        return impersonation;
    }

    private static Trust trust(KubeconfigEntry cluster) {
        Optional<Material> authority = cluster.material("certificate-authority");
        if (cluster.flag("insecure-skip-tls-verify")) {
            if (authority.isPresent()) {
                throw new ClusterAccessException(cluster.at("insecure-skip-tls-verify")
                        + ": it cannot be true beside a certificate-authority; remove one of the two");
            }
            return new Anyone();
        }
        return authority.<Trust>map(Authorities::new).orElseGet(SystemAuthorities::new);
    }

    private static Optional<ClientCertificate> certificate(KubeconfigEntry user) {
        Optional<Material> certificate = user.material("client-certificate");
        Optional<Material> key = user.material("client-key");
        if (certificate.isPresent() != key.isPresent()) {
            String missing = certificate.isPresent() ? "client-key" : "client-certificate";
            throw new ClusterAccessException(
                    user.at(missing) + ": missing; a client certificate and its key go together");
        }
        return certificate.map(present -> new ClientCertificate(present, key.orElseThrow()));
    }

    /** A token file wins over a token, as in client-go, since it may have been renewed. */
    private static Authorization authorization(KubeconfigEntry user) {
        Optional<Material> token =
                user.file("tokenFile").or(() -> user.text("token").map(Material.Given::new));
        if (token.isPresent()) {
            return new Bearer(token.orElseThrow());
        }
        return user.text("username")
                .<Authorization>map(name -> new Basic(name, new Material.Given(user.required("password"))))
                .orElseGet(Anonymous::new);
    }

    private KubeconfigEntry entry(String list, String member, String name) {
        for (JsonNode candidate : root.path(list)) {
            if (candidate.path("name").asText().equals(name)) {
                return new KubeconfigEntry(file, list + "[" + name + "]." + member, candidate.path(member));
            }
        }
        throw new ClusterAccessException(
                "kubeconfig " + file + ": " + list + " has no \"" + name + "\"; it has " + names(list));
    }

    private Set<String> names(String list) {
        Set<String> names = new TreeSet<>();
        root.path(list).forEach(entry -> names.add(entry.path("name").asText()));
        return names;
    }
}
