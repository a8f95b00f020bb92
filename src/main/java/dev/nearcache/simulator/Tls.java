package dev.nearcache.simulator;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.List;
import java.util.Optional;

/**
 * Who a simulator is, and whom it asks who they are.
 *
 * @param certificate its certificate, then those that lead to the authority; PEM
 * @param key its private key; PEM, PKCS#8
 * @param clients the authority whose certificates clients must show, PEM; empty asks for none
 */
public record Tls(String certificate, String key, Optional<String> clients) {
    private static final List<String> PROTOCOLS = List.of("h2", "http/1.1");

    /** One that asks clients for no certificate. */
    public static Tls of(String certificate, String key) {
        return new Tls(certificate, key, Optional.empty());
    }

    /** The same, with clients that must show a certificate of this authority (AU). */
    public Tls demanding(String authority) {
        return new Tls(certificate, key, Optional.of(authority));
    }

    ServerSSLOptions options() {
        ServerSSLOptions options = new ServerSSLOptions()
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(certificate))
                        .addKeyValue(Buffer.buffer(key)))
                .setUseAlpn(true)
                .setApplicationLayerProtocols(PROTOCOLS)
                .setClientAuth(clients.isPresent() ? ClientAuth.REQUIRED : ClientAuth.NONE);
        clients.ifPresent(
                authority -> options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority))));
        return options;
    }
}
