package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.upstream.ClusterAccess.Anyone;
import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.ClusterAccess.SystemAuthorities;
import dev.nearcache.upstream.ExecPlugin.Invocation;
import dev.nearcache.upstream.ExecPlugin.Version;
import dev.nearcache.upstream.Grant.Header;
import dev.nearcache.upstream.Identity.Anonymous;
import dev.nearcache.upstream.Identity.Basic;
import dev.nearcache.upstream.Identity.Bearer;
import dev.nearcache.upstream.Identity.ClientCertificate;
import dev.nearcache.upstream.Identity.Plugin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {
    @TempDir
    private Path directory;

    private ClusterAccess read(String cluster, String user, String context) throws IOException {
        Path file = directory.resolve("config");
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: one
                preferences: {}
                clusters:
                - name: other
                  cluster: {server: "https://other:1"}
                - name: c
                  cluster: {server: "https://10.0.0.1:6443/prefix"%s}
                users:
                - name: u
                  user: {%s}
                contexts:
                - name: one
                  context: {cluster: c, user: u, namespace: ignored}
                - name: two
                  context: {cluster: other}
                - name: broken
                  context: {cluster: missing, user: u}
                """.formatted(cluster.isEmpty() ? "" : ", " + cluster, user));
        return ClusterAccess.kubeconfig(file, context);
    }

    private Material inFile(String name, String place) {
        Path file = directory.toAbsolutePath();
        return new Material.InFile(file.resolve(name), "kubeconfig " + file.resolve("config") + ": " + place);
    }

    @Test
    void takesTheCurrentContext() throws IOException {
        ClusterAccess access = read("", "", "");
        assertEquals(URI.create("https://10.0.0.1:6443/prefix"), access.server());
        assertEquals(new SystemAuthorities(), access.trust());
        assertEquals(new Anonymous(), access.identity().authorization());
        assertEquals(Optional.empty(), access.identity().certificate());
    }

    @Test
    void takesANamedContextAndNeedsNoUser() throws IOException {
        assertEquals(URI.create("https://other:1"), read("", "", "two").server());
    }

    @Test
    void resolvesFilesBesideTheKubeconfig() throws IOException {
        ClusterAccess access = read(
                "certificate-authority: ca.crt, tls-server-name: api.example",
                "tokenFile: /var/token, token: old, client-certificate: c.crt, client-key: ../c.key",
                "");
        assertEquals(new Authorities(inFile("ca.crt", "clusters[c].cluster.certificate-authority")), access.trust());
        assertEquals(Optional.of("api.example"), access.tlsServerName());
        assertEquals(
                new Bearer(inFile("/var/token", "users[u].user.tokenFile")),
                access.identity().authorization());
        ClientCertificate pair = access.identity().certificate().orElseThrow();
        assertEquals(inFile("c.crt", "users[u].user.client-certificate"), pair.certificate());
        assertEquals(directory.toAbsolutePath().resolveSibling("c.key"), ((Material.InFile) pair.key()).path());
    }

    @Test
    void dataWinsOverFiles() throws IOException {
        ClusterAccess access = read(
                "certificate-authority: ca.crt, certificate-authority-data: Q0E=",
                "client-certificate-data: Q0VSVA==, client-key-data: S0VZ",
                "");
        assertEquals(new Authorities(new Material.Given("CA")), access.trust());
        assertEquals(
                new ClientCertificate(new Material.Given("CERT"), new Material.Given("KEY")),
                access.identity().certificate().orElseThrow());
    }

    @Test
    void takesTokensAndPasswordsAndNeverShowsThem() throws IOException {
        assertEquals(
                new Bearer(new Material.Given("t0k")),
                read("", "token: t0k", "").identity().authorization());
        ClusterAccess access = read("insecure-skip-tls-verify: true", "username: me, password: pa55", "");
        assertEquals(
                new Basic("me", new Material.Given("pa55")), access.identity().authorization());
        assertEquals(new Anyone(), access.trust());
        assertFalse(access.toString().contains("pa55"), access::toString);
    }

    @Test
    void takesAPluginAsItIsMeant() throws IOException {
        // Given
        Path program = Files.createFile(directory.resolve("login"));
        assertTrue(program.toFile().setExecutable(true));

        // When
        ClusterAccess access = read(
                "certificate-authority: ca.crt, tls-server-name: api.example, extensions:"
                        + " [{name: client.authentication.k8s.io/exec, extension: {audience: me}}]",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login, args: [get, token], env: [{name:"
                        + " A, value: b}], installHint: get it, provideClusterInfo: true, interactiveMode: IfAvailable}",
                "");

        // Then
        ExecPlugin plugin = ((Plugin) access.identity().authorization()).exec();
        assertEquals(
                new Invocation(program.toString(), List.of("get", "token"), Map.of("A", "b")), plugin.invocation());
        assertEquals(Version.V1, plugin.version());
        assertEquals(
                "{\"server\":\"https://10.0.0.1:6443/prefix\",\"tls-server-name\":\"api.example\",\"config\":{\"audience\":\"me\"}}",
                plugin.cluster().orElseThrow().known().toString());
        assertFalse(access.toString().contains("b}"), access::toString);
    }

    @Test
    void findsAPluginOnThePathAndDefaultsAsTheOlderVersionDoes() throws IOException {
        ClusterAccess access = read(
                "", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: sh, args: null, env: null}", "");
        ExecPlugin plugin = ((Plugin) access.identity().authorization()).exec();
        assertEquals(new Invocation("sh", List.of(), Map.of()), plugin.invocation());
        assertEquals(Optional.empty(), plugin.cluster());
    }

    @Test
    void takesWhomToActAs() throws IOException {
        ClusterAccess access = read(
                "",
                "token: t, as: jane, as-uid: u1, as-groups: [a, b], as-user-extra: {\"acme.com/x y\": [\"1\"]}",
                "");
        assertEquals(
                List.of(
                        new Header("Impersonate-User", "jane"),
                        new Header("Impersonate-Uid", "u1"),
                        new Header("Impersonate-Group", "a"),
                        new Header("Impersonate-Group", "b"),
                        new Header("Impersonate-Extra-acme.com%2Fx%20y", "1")),
                access.identity().impersonation().headers());
    }

    @ParameterizedTest
    @CsvSource({
        "http://proxy:3128,HTTP,proxy,3128,'',''",
        "http://proxy,HTTP,proxy,80,'',''",
        "socks5://me:pa%3A55@[::1]:1,SOCKS5,::1,1,me,pa:55"
    })
    void takesAProxy(String url, ForwardProxy.Kind kind, String host, int port, String user, String password)
            throws IOException {
        ForwardProxy proxy = read("proxy-url: \"" + url + "\"", "", "").proxy().orElseThrow();
        assertEquals(new ForwardProxy(kind, host, port, user, password), proxy);
        assertFalse(proxy.toString().contains("55"), proxy::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|`exec: {command: sh}`|``|users[u].user.exec.apiVersion: missing",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: sh}`|``|exec.apiVersion: \"client.authentication.k8s.io/v1alpha1\" is not supported; it must be client.authentication.k8s.io/v1 or client",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1, command: sh}`|``|exec.interactiveMode: missing",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, interactiveMode: Always}`|``|exec.interactiveMode: Always is not supported, since a sidecar has no terminal",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: sh, interactiveMode: Sometimes}`|``|exec.interactiveMode: must be Never or IfAvailable",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: no-such-plugin, installHint: get it}`|``|exec plugin \"no-such-plugin\"",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: no-such-plugin, installHint: get it}`|``|is not installed: get it",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./sh}`|``|is not installed",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: sh, shell: yes}`|``|exec.shell: not supported",
                "``|`exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: sh}, token: a`|``|users[u].user.token: it cannot stand beside exec",
                "``|`auth-provider: {name: oidc}`|``|users[u].user.auth-provider: not supported, as in Kubernetes since 1.26; log in by exec, tokenFile or",
                "``|`as-groups: [admins]`|``|users[u].user.as: missing",
                "``|`as: \"a\\nb\"`|``|must be plain text",
                "``|`shoe-size: 44`|``|users[u].user.shoe-size: not supported",
                "`proxy-url: https://p`|``|``|clusters[c].cluster.proxy-url: not supported; write it as http://HOST:PORT or socks5",
                "`proxy-url: \"http:// p\"`|``|``|clusters[c].cluster.proxy-url: not supported",
                "`certificate-authority-data: \"%%%\"`|``|``|clusters[c].cluster.certificate-authority-data: not base64",
                "`insecure-skip-tls-verify: perhaps`|``|``|must be true or false",
                "`insecure-skip-tls-verify: true, certificate-authority: ca`|``|``|remove one of the two",
                "``|`client-certificate: c`|``|users[u].user.client-key: missing",
                "``|`client-key: c`|``|users[u].user.client-certificate: missing",
                "``|`username: me`|``|users[u].user.password: missing",
                "``|``|`three`|contexts has no \"three\"; it has [broken, one, two]",
                "``|``|`broken`|clusters has no \"missing\"; it has [c, other]"
            })
    void refusesByName(String cluster, String user, String context, String message) {
        ClusterAccessException refused = assertThrows(ClusterAccessException.class, () -> read(cluster, user, context));
        assertTrue(refused.toString().contains(message), refused::toString);
        assertTrue(refused.toString().contains(directory.resolve("config").toString()), refused::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`contexts: [`|is not YAML",
                "`kind: Config`|it has no current-context",
                "``|it has no current-context",
                "`current-context: x`|contexts has no \"x\"",
                "`{current-context: x, contexts: [{name: x, context: {}}]}`|contexts[x].context.cluster: missing",
                "`{current-context: x, contexts: [{name: x, context: {cluster: c}}], clusters: [{name: c, cluster: {server: localhost}}]}`"
                        + "|clusters[c].cluster.server: \"localhost\" is not an address"
            })
    void saysWhatIsWrongWithTheFile(String text, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("bad"), text);
        ClusterAccessException refused =
                assertThrows(ClusterAccessException.class, () -> ClusterAccess.kubeconfig(file, ""));
        assertTrue(refused.toString().contains(message), refused::toString);
        assertTrue(refused.toString().contains(file.toString()), refused::toString);
    }

    @Test
    void saysThatThereIsNoFile() {
        Path file = directory.resolve("nothing");
        ClusterAccessException refused =
                assertThrows(ClusterAccessException.class, () -> ClusterAccess.kubeconfig(file, ""));
        assertEquals("kubeconfig " + file + " does not exist", refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"10.96.0.1,443,https://10.96.0.1:443,10.96.0.1", "fd00::1,6443,https://[fd00::1]:6443,fd00::1"})
    void findsTheClusterOfThePod(String host, String port, String server, String socketHost) {
        ClusterAccess access = ClusterAccess.inCluster(
                Map.of("KUBERNETES_SERVICE_HOST", host, "KUBERNETES_SERVICE_PORT", port), directory);
        assertEquals(URI.create(server), access.server());
        assertEquals(socketHost, access.host());
        assertEquals(
                new Bearer(new Material.InFile(directory.resolve("token"), "service account")),
                access.identity().authorization());
    }

    @Test
    void outsideAPodThereIsNoCluster() {
        assertThrows(ClusterAccessException.class, () -> ClusterAccess.inCluster(Map.of(), directory));
    }

    @ParameterizedTest
    @CsvSource({"localhost:8080", "ftp://x", "https://", "https://a b", "https://u:p@h", "https://h/?x=1", "''"})
    void refusesWhatIsNoAddress(String url) {
        assertThrows(ClusterAccessException.class, () -> ClusterAccess.server(url, Optional.empty(), Optional.empty()));
    }
}
