package dev.nearcache.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request over a socket of its own, read line by line: a client that can be cut at any byte, or never read at all.
 *
 * <p>Chunked bodies are put together; a body without a length ends with the connection.
 */
public final class RawStream implements Closeable {
    private final Socket socket;
    private final InputStream in;
    private final int status;
    private final Map<String, String> headers = new TreeMap<>();
    private final Framing framing;
    private long leftOfChunk;
    private long budget = Long.MAX_VALUE;

    private enum Framing {
        CHUNKED,
        PLAIN
    }

    private RawStream(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        this.status =
                Integer.parseInt(headLine().substring("HTTP/1.1 ".length()).substring(0, 3));
        for (String line = headLine(); !line.isEmpty(); line = headLine()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (first, next) -> first + ", " + next);
        }
        this.framing = header("transfer-encoding").equals("chunked") ? Framing.CHUNKED : Framing.PLAIN;
    }

    /** Sends a GET and reads the head of the answer; reading fails after a silence longer than the limit. */
    public static RawStream get(int port, String pathAndQuery, Map<String, String> headers, Duration limit)
            throws IOException {
        return send("GET", port, pathAndQuery, headers, limit);
    }

    /** The same with any method, without a body. The headers may name another Host. */
    public static RawStream send(
            String method, int port, String pathAndQuery, Map<String, String> headers, Duration limit)
            throws IOException {
        return send(new Socket(InetAddress.getLoopbackAddress(), port), method, pathAndQuery, headers, limit);
    }

    /** The same over a connection that is open, which is the stream's from now on. */
    public static RawStream send(
            Socket socket, String method, String pathAndQuery, Map<String, String> headers, Duration limit)
            throws IOException {
        try {
            socket.setSoTimeout((int) limit.toMillis());
            Map<String, String> all = new TreeMap<>(Map.of("Host", "127.0.0.1:" + socket.getPort()));
            all.putAll(headers);
            StringBuilder request = new StringBuilder(method + " " + pathAndQuery + " HTTP/1.1\r\n");
            all.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            return new RawStream(socket);
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    public int status() {
        return status;
    }

    /** A header by its name in lower case; empty if absent. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** All headers, by their names in lower case; those that came several times are joined by commas. */
    public Map<String, String> headers() {
        return Map.copyOf(headers);
    }

    /** Lets only so many more bytes of the body through; then the connection is cut, wherever that is. */
    public RawStream cutAfter(long bytes) {
        budget = bytes;
        return this;
    }

    /**
     * The next line of the body, without its end.
     *
     * @throws EOFException when the body ended cleanly, a line's beginning before the end being lost with it
     * @throws IOException when the connection was cut
     */
    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = read(); next != '\n'; next = read()) {
            if (next < 0) {
                throw new EOFException("the stream ended");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Everything up to the end of the body. */
    public String rest() throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** The same as it came, which may be compressed. */
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        copyTo(rest);
        return rest.toByteArray();
    }

    /** Copies everything up to the end of the body; when reading fails, what came before is there. */
    public void copyTo(OutputStream out) throws IOException {
        long left = headers.containsKey("content-length") ? Long.parseLong(header("content-length")) : Long.MAX_VALUE;
        for (; left > 0; left--) {
            int next = read();
            if (next < 0) {
                break;
            }
            out.write(next);
        }
    }

    private int read() throws IOException {
        if (budget-- <= 0) {
            close();
            throw new IOException("cut by the test");
        }
        if (framing == Framing.PLAIN) {
            return in.read();
        }
        if (leftOfChunk == 0) {
            leftOfChunk = Long.parseLong(headLine(), 16);
            if (leftOfChunk == 0) {
                return -1;
            }
        }
        int next = in.read();
        if (next < 0) {
            throw new IOException("the connection was cut inside a chunk");
        }
        if (--leftOfChunk == 0) {
            headLine();
        }
        return next;
    }

    private String headLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was cut in the head");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
