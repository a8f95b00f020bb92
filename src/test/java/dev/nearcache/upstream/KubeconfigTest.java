package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.upstream.ClusterAccess.Anonymous;
import dev.nearcache.upstream.ClusterAccess.Anyone;
import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.ClusterAccess.Basic;
import dev.nearcache.upstream.ClusterAccess.Bearer;
import dev.nearcache.upstream.ClusterAccess.ClientCertificate;
import dev.nearcache.upstream.ClusterAccess.SystemAuthorities;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assertEquals(new Anonymous(), access.authorization());
        assertEquals(Optional.empty(), access.certificate());
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
        assertEquals(new Bearer(inFile("/var/token", "users[u].user.tokenFile")), access.authorization());
        ClientCertificate pair = access.certificate().orElseThrow();
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
                access.certificate().orElseThrow());
    }

    @Test
    void takesTokensAndPasswordsAndNeverShowsThem() throws IOException {
        assertEquals(
                new Bearer(new Material.Given("t0k")),
                read("", "token: t0k", "").authorization());
        ClusterAccess access = read("insecure-skip-tls-verify: true", "username: me, password: pa55", "");
        assertEquals(new Basic("me", new Material.Given("pa55")), access.authorization());
        assertEquals(new Anyone(), access.trust());
        assertFalse(access.toString().contains("pa55"), access::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|`exec: {command: aws}`|``|users[u].user.exec: not supported",
                "``|`auth-provider: {name: oidc}`|``|users[u].user.auth-provider: not supported",
                "``|`as: admin`|``|users[u].user.as: not supported",
                "``|`shoe-size: 44`|``|users[u].user.shoe-size: not supported",
                "`proxy-url: http://p`|``|``|clusters[c].cluster.proxy-url: not supported",
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
                new Bearer(new Material.InFile(directory.resolve("token"), "service account")), access.authorization());
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
