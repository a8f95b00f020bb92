package dev.nearcache.upstream;

import java.util.Optional;

/**
 * Who we are to the API server.
 *
 * @param certificate what we show of ourselves in TLS
 * @param authorization what we say of ourselves in HTTP
 * @param impersonation whom we act as
 */
public record Identity(
        Optional<ClientCertificate> certificate, Authorization authorization, Impersonation impersonation) {

    /** Our certificate and its key, both PEM. */
    public record ClientCertificate(Material certificate, Material key) {}

    /** What we say of ourselves in HTTP. */
    public sealed interface Authorization {}

    /** Nothing. */
    public record Anonymous() implements Authorization {}

    /** A bearer token. */
    public record Bearer(Material token) implements Authorization {}

    /** A user and a password, by basic authentication. */
    public record Basic(String user, Material password) implements Authorization {}

    /** What a program says: a bearer token, a certificate or both. */
    public record Plugin(ExecPlugin exec) implements Authorization {}

    /** Nobody in particular, by this authorization alone. */
    static Identity of(Authorization authorization) {
        return new Identity(Optional.empty(), authorization, Impersonation.NOBODY);
    }
}
