package dev.nearcache.upstream;

import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The proxy on the way to the API server; TLS goes through it, so that it sees nothing.
 *
 * @param kind how it is spoken to
 * @param host its address
 * @param port its port
 * @param user empty for none
 * @param password of that user; never shown
 */
public record ForwardProxy(Kind kind, String host, int port, String user, String password) {
    /** How a proxy is spoken to. */
    public enum Kind {
        HTTP,
        SOCKS5
    }

    /**
     * The proxy that a setting names, as {@code http://USER:PASSWORD@HOST:PORT}.
     *
     * @throws ClusterAccessException naming the setting, without the address, which may hold a password
     */
    static ForwardProxy of(String setting, String url) {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme());
            if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("socks5"))) {
                Kind kind = scheme.equals("http") ? Kind.HTTP : Kind.SOCKS5;
                String[] login = String.valueOf(uri.getRawUserInfo()).split(":", 2);
                return new ForwardProxy(
                        kind,
                        ClusterAccess.withoutBrackets(uri.getHost()),
                        uri.getPort() >= 0 ? uri.getPort() : kind == Kind.HTTP ? 80 : 1080,
                        uri.getRawUserInfo() == null ? "" : decoded(login[0]),
                        login.length < 2 ? "" : decoded(login[1]));
            }
        } catch (URISyntaxException notUri) {
            // Said below, with the forms that are right.
        }
        throw new ClusterAccessException(
                setting + ": not supported; write it as http://HOST:PORT or socks5://HOST:PORT");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    ProxyOptions options() {
        ProxyOptions options = new ProxyOptions()
                .setType(
                        switch (kind) {
                            case HTTP -> ProxyType.HTTP;
                            case SOCKS5 -> ProxyType.SOCKS5;
                        })
                .setHost(host)
                .setPort(port);
        return user.isEmpty() ? options : options.setUsername(user).setPassword(password);
    }

    @Override
    public String toString() {
        return kind + " " + host + ":" + port;
    }
}
