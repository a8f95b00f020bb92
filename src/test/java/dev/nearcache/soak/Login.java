package dev.nearcache.soak;

import dev.nearcache.simulator.Faults;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Tls;
import dev.nearcache.testing.TestAuthority;
import dev.nearcache.testing.TestAuthority.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * How the sidecar and the API server know each other, and what changes of it: a token in a file, which is replaced, and
 * certificates of one authority. For the script's thread.
 */
final class Login {
    private final Wire wire;
    private final TestAuthority authority;
    private final Path tokenFile;
    private final Path caFile;
    private int tokens;

    private Login(Wire wire, TestAuthority authority, Path folder) {
        this.wire = wire;
        this.authority = authority;
        this.tokenFile = folder.resolve("token");
        this.caFile = folder.resolve("ca.crt");
    }

    /** The first token and the authority's certificate, in files of a folder. */
    static Login in(Path folder, Wire wire) throws IOException, GeneralSecurityException {
        Login login = new Login(wire, TestAuthority.named("soak"), folder.toAbsolutePath());
        Files.writeString(login.caFile, login.authority.certificate());
        login.write(login.token());
        return login;
    }

    Wire wire() {
        return wire;
    }

    /** The simulator's settings, with a certificate if it needs one. */
    SimulatorSettings secure(SimulatorSettings settings) {
        return switch (wire) {
            case PLAIN -> settings;
            case TLS -> settings.withTls(certificate());
        };
    }

    /** Lines of the sidecar's section {@code upstream}. */
    String upstream(int port) {
        String known = "  tokenFile: " + tokenFile + "\n";
        return switch (wire) {
            case PLAIN -> "  server: http://127.0.0.1:" + port + "\n" + known;
            case TLS -> "  server: https://127.0.0.1:" + port + "\n  caFile: " + caFile + "\n" + known;
        };
    }

    /** Which token is valid now. */
    String token() {
        return "token-" + tokens;
    }

    /** A token after the other; the first is valid for a while longer, or, as after a revocation, not. */
    Trouble rotation(Faults faults, RandomGenerator random) {
        String before = token();
        tokens++;
        Set<String> first = random.nextBoolean() ? Set.of(before, token()) : Set.of(token());
        return Trouble.lasting(
                () -> {
                    write(token());
                    return faults.acceptOnly(first);
                },
                () -> faults.acceptOnly(Set.of(token())));
    }

    /** Another certificate of the same authority, which connections from now on show. */
    Trouble renewal(Faults faults) {
        return Trouble.once(() -> faults.certificate(certificate()));
    }

    private Tls certificate() {
        try {
            Identity server = authority.server("127.0.0.1");
            return Tls.of(server.certificate(), server.key());
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** As a kubelet does: never half a file. */
    private void write(String token) {
        try {
            Path next = Files.writeString(tokenFile.resolveSibling("token.next"), token);
            Files.move(next, tokenFile, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
