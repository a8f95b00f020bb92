package dev.nearcache.upstream;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes whom the platform believes, and says of a certificate for another server which name was wanted and which it
 * has: the platform names the first alone.
 */
final class ServerTrust extends X509ExtendedTrustManager {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    private final X509ExtendedTrustManager platform;

    ServerTrust(X509ExtendedTrustManager platform) {
        this.platform = platform;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            platform.checkServerTrusted(chain, authType, engine);
        } catch (CertificateException refused) {
            if (signedByOurs(chain, authType)) {
                throw new CertificateException(
                        "the server's certificate is not for " + wanted(engine.getHandshakeSession()) + ", but for "
                                + names(chain[0]),
                        refused);
            }
            throw refused;
        }
    }

    /** Without an engine the platform looks at the chain alone, not at the name. */
    private boolean signedByOurs(X509Certificate[] chain, String authType) {
        try {
            platform.checkServerTrusted(chain, authType);
            return true;
        } catch (CertificateException untrusted) {
            return false;
        }
    }

    /** The name that is asked for inside TLS, which is what {@code tls-server-name} sets, else the host. */
    private static String wanted(SSLSession session) {
        Optional<String> asked = session instanceof ExtendedSSLSession extended
                ? extended.getRequestedServerNames().stream()
                        .filter(SNIHostName.class::isInstance)
                        .map(name -> ((SNIHostName) name).getAsciiName())
                        .findFirst()
                : Optional.empty();
        return asked.orElseGet(session::getPeerHost);
    }

    private static String names(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        String names = alternatives == null
                ? ""
                : alternatives.stream()
                        .filter(name -> name.get(0).equals(DNS) || name.get(0).equals(ADDRESS))
                        .map(name -> String.valueOf(name.get(1)))
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "no name at all" : names;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        platform.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        platform.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        platform.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        platform.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        platform.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return platform.getAcceptedIssuers();
    }
}
