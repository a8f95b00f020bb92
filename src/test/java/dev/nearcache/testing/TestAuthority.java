package dev.nearcache.testing;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A certificate authority for tests, which signs whatever it is asked to. */
public final class TestAuthority {
    private final X509Bundle root;

    private TestAuthority(X509Bundle root) {
        this.root = root;
    }

    /**
     * Who someone is.
     *
     * @param certificate PEM
     * @param key PEM, PKCS#8
     */
    public record Identity(String certificate, String key) {}

    /** A new authority; two of one name differ in their keys, as before and after a rotation. */
    public static TestAuthority named(String name) throws GeneralSecurityException {
        return new TestAuthority(build(lasting("CN=" + name).setIsCertificateAuthority(true), null));
    }

    /** Its own certificate, which those who trust it hold; PEM. */
    public String certificate() {
        return root.getCertificatePEM();
    }

    /** A server's certificate; each name is an address if it reads as one (IPv4, IPv6), else a DNS name. */
    public Identity server(String... names) throws GeneralSecurityException {
        CertificateBuilder builder = lasting("CN=server").addExtendedKeyUsageServerAuth();
        for (String name : names) {
            if (name.matches("[0-9.]+|[0-9a-fA-F]*:.*")) {
                builder.addSanIpAddress(name);
            } else {
                builder.addSanDnsName(name);
            }
        }
        return identity(builder);
    }

    /** A client's certificate: the user that an API server makes of it. */
    public Identity client(String user) throws GeneralSecurityException {
        return identity(lasting("CN=" + user).addExtendedKeyUsageClientAuth());
    }

    /** A server's certificate that is valid only up to some time, which may be past. */
    public Identity serverUntil(Instant end, String address) throws GeneralSecurityException {
        return identity(lasting("CN=server")
                .notBefore(end.minus(1, ChronoUnit.DAYS))
                .notAfter(end)
                .addSanIpAddress(address));
    }

    private Identity identity(CertificateBuilder builder) throws GeneralSecurityException {
        X509Bundle signed = build(builder, root);
        return new Identity(signed.getCertificatePEM(), signed.getPrivateKeyPEM());
    }

    private static CertificateBuilder lasting(String subject) {
        Instant now = Instant.now();
        return new CertificateBuilder()
                .ecp256()
                .subject(subject)
                .notBefore(now.minus(1, ChronoUnit.DAYS))
                .notAfter(now.plus(30, ChronoUnit.DAYS));
    }

    private static X509Bundle build(CertificateBuilder builder, @Nullable X509Bundle issuer)
            throws GeneralSecurityException {
        try {
            return issuer == null ? builder.buildSelfSigned() : builder.buildIssuedBy(issuer);
        } catch (Exception failed) {
            throw new GeneralSecurityException("no certificate", failed);
        }
    }
}
