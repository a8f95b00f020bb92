package dev.nearcache.upstream;

import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.net.ClientSSLOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What one request is sent with. Grants are equal when they say the same of us; a connection that was made by one serves
 * only requests of its equals.
 *
 * @param headers that log in
 * @param tls what a new connection is secured with
 */
record Grant(List<Header> headers, ClientSSLOptions tls) {
    /** A header of a request; its value may be a secret. */
    record Header(String name, String value) {
        /** What a value may be: anything else could end the header. */
        static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e\\xa0-\\xff]*");

        /** What of the value is behind the scheme. */
        private String secret() {
            return value.substring(value.lastIndexOf(' ') + 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    Grant {
        headers = List.copyOf(headers);
    }

    void applyTo(HttpClientRequest request) {
        headers.forEach(header -> request.headers().add(header.name(), header.value()));
    }

    /** A text of the server's without what it was sent to log in with: some echo it, and failures are logged and shown. */
    byte[] withoutSecrets(byte[] text) {
        return Secrets.hidden(
                        new String(text, StandardCharsets.UTF_8),
                        headers.stream().map(Header::secret))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Grant" + headers;
    }
}
