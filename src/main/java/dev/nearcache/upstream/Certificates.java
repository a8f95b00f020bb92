package dev.nearcache.upstream;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * From PEM to what TLS needs. What is of no use is found out here and said clearly, rather than at the next handshake.
 * What is made from the same text twice is not equal, so it is made once and kept.
 */
final class Certificates {
    private static final String[] KEY_TYPES = {"EC", "RSA", "Ed25519", "EdDSA", "Ed448", "DSA"};

    private Certificates() {}

    private interface Loading<T> {
        T load() throws Exception;
    }

    /** Trust in those whom Java believes. */
    static TrustOptions systemTrust() {
        return usable("the Java runtime", () -> {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            KeyStore ofTheRuntime = null;
            factory.init(ofTheRuntime);
            return trust(factory);
        });
    }

    /**
     * Trust in these authorities.
     *
     * @param name where they come from, for messages
     * @throws ClusterAccessException if there is none in the text
     */
    static TrustOptions trust(Vertx vertx, String name, String authorities) {
        return usable(
                name,
                () -> trust(new PemTrustOptions().addCertValue(pem(authorities)).getTrustManagerFactory(vertx)));
    }

    private static TrustOptions trust(TrustManagerFactory factory) {
        return TrustOptions.wrap(Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(manager -> new ServerTrust((X509ExtendedTrustManager) manager))
                .findFirst()
                .orElseThrow());
    }

    /**
     * Our certificate and its key.
     *
     * @param name where they come from, for messages
     * @throws ClusterAccessException if one of them cannot be used, or not with the other
     */
    static KeyCertOptions own(Vertx vertx, String name, String certificate, String key) {
        return usable(name, () -> {
            KeyManagerFactory factory = new PemKeyCertOptions()
                    .addCertValue(pem(certificate))
                    .addKeyValue(pem(key))
                    .getKeyManagerFactory(vertx);
            Arrays.stream(factory.getKeyManagers())
                    .filter(X509KeyManager.class::isInstance)
                    .findFirst()
                    .ifPresent(manager -> match(name, (X509KeyManager) manager));
            return KeyCertOptions.wrap(factory);
        });
    }

    /** A pair that was read while one of its files was replaced would fail at every handshake. */
    private static void match(String name, X509KeyManager manager) {
        Optional.ofNullable(manager.chooseClientAlias(KEY_TYPES, null, null)).ifPresent(alias -> {
            boolean pair = usable(
                    name,
                    () -> pair(manager.getPrivateKey(alias), manager.getCertificateChain(alias)[0].getPublicKey()));
            if (!pair) {
                throw new ClusterAccessException(name + " holds a certificate whose key is another");
            }
        });
    }

    private static boolean pair(PrivateKey key, PublicKey of) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        if (!algorithm.equals("RSA") && !algorithm.equals("EC")) {
            return true;
        }
        Signature signature = Signature.getInstance(algorithm.equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        byte[] text = {1, 2, 3};
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(of);
        signature.update(text);
        return signature.verify(signed);
    }

    private static Buffer pem(String text) {
        return Buffer.buffer(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static <T> T usable(String name, Loading<T> loading) {
        try {
            return loading.load();
        } catch (ClusterAccessException said) {
            throw said;
        } catch (Exception unusable) { // the signature of the platform's factories; each failure means the same here
            throw new ClusterAccessException(
                    name + " holds no usable certificate or key: " + Failures.words(unusable), unusable);
        }
    }
}
