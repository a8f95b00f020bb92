package dev.nearcache.differential;

import dev.nearcache.differential.Answer.End;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import dev.nearcache.testing.TestbedSidecar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.TreeMap;
import javax.net.SocketFactory;

/** Who is asked, each request over a connection of its own. */
final class Server {
    private final String url;
    private final SocketFactory sockets;
    private final int port;
    private final Map<String, String> credentials;

    private Server(String url, SocketFactory sockets, int port, Map<String, String> credentials) {
        this.url = url;
        this.sockets = sockets;
        this.port = port;
        this.credentials = credentials;
    }

    static Server of(Testbed testbed) {
        return new Server(
                testbed.url(),
                TestbedClient.trusting(testbed).getSocketFactory(),
                testbed.port(),
                Map.of("Authorization", "Bearer " + Testbed.ADMIN_TOKEN));
    }

    static Server of(TestbedSidecar sidecar) {
        return new Server(sidecar.url(), SocketFactory.getDefault(), sidecar.port(), Map.of());
    }

    String url() {
        return url;
    }

    Answer ask(Question question) throws IOException {
        Map<String, String> headers = new TreeMap<>(question.headers());
        headers.putAll(credentials);
        try (RawStream stream = RawStream.send(
                sockets.createSocket(InetAddress.getLoopbackAddress(), port),
                question.method(),
                question.target(),
                headers,
                question.patience())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            End end = question.method().equals("HEAD") || stream.status() == 304 ? End.WHOLE : read(stream, body);
            return new Answer(stream.status(), stream.headers(), body.toByteArray(), end);
        }
    }

    private static End read(RawStream stream, ByteArrayOutputStream body) {
        try {
            stream.copyTo(body);
            return End.WHOLE;
        } catch (SocketTimeoutException silent) {
            return End.OPEN;
        } catch (IOException broken) {
            return End.CUT;
        }
    }
}
