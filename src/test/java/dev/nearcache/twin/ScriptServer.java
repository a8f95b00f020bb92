package dev.nearcache.twin;

import io.netty.channel.ChannelOption;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves many plays at once, each under a path of its own, byte for byte as its script says: over plain sockets, since
 * an HTTP server would not break off as it is told. One connection a request, so that none is told by another's end.
 */
final class ScriptServer implements AutoCloseable {
    private static final String HEAD_END = "\r\n\r\n";

    /** That there is a server: what our connections ask after a loss. No reflector asks it, so it is of no play. */
    private static final Answer THERE = Answer.whole("there", 200, "{}");

    /** How long a stream without an end stays open; ours leaves it much earlier. */
    private static final long OPEN_MILLIS = 1_000;

    private final Vertx vertx;
    private final NetServer server;
    private final Socket closed;
    private final Map<String, Play> plays = new ConcurrentHashMap<>();

    private ScriptServer(Vertx vertx, NetServer server, Socket closed) {
        this.vertx = vertx;
        this.server = server;
        this.closed = closed;
    }

    static Future<ScriptServer> start(Vertx vertx) throws IOException {
        // Bound but never listened on: connections to it are refused, and nobody else can take it.
        Socket closed = new Socket();
        closed.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        NetServer server = vertx.createNetServer();
        ScriptServer started = new ScriptServer(vertx, server, closed);
        return server.connectHandler(started::connected).listen(0, "127.0.0.1").map(started);
    }

    /** Plays a script to whoever asks below the address. */
    String serve(String name, Play play) {
        plays.put(name, play);
        return "http://127.0.0.1:" + server.actualPort() + "/" + name;
    }

    /** Host and port at which nobody listens. */
    String nobody() {
        return "127.0.0.1:" + closed.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        closed.close();
        server.close().onFailure(gone -> {});
    }

    private void connected(NetSocket socket) {
        Buffer head = Buffer.buffer();
        socket.exceptionHandler(left -> {});
        socket.handler(chunk -> {
            head.appendBuffer(chunk);
            if (head.toString().endsWith(HEAD_END)) {
                answer(socket, URI.create(head.toString().split(" ", 3)[1]));
            }
        });
    }

    private void answer(NetSocket socket, URI uri) {
        String[] path = uri.getPath().split("/", 3);
        Play play = plays.get(path[1]);
        if (play == null) {
            socket.close();
            return;
        }
        if (path[2].equals("version")) {
            send(socket, THERE);
            return;
        }
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        send(socket, play.answer(Request.parse(query)));
    }

    private void send(NetSocket socket, Answer answer) {
        if (answer.code() > 0) {
            socket.write(bytes(answer)).onFailure(left -> {});
        }
        switch (answer.ending()) {
            case WHOLE, CLEAN, TORN -> socket.end().onFailure(left -> {});
            case RESET -> reset(socket);
            case OPEN ->
                vertx.setTimer(
                        OPEN_MILLIS,
                        late -> socket.end(Buffer.buffer("0" + HEAD_END)).onFailure(left -> {}));
        }
    }

    private static void reset(NetSocket socket) {
        ((NetSocketInternal) socket).channelHandlerContext().channel().config().setOption(ChannelOption.SO_LINGER, 0);
        socket.close();
    }

    private static Buffer bytes(Answer answer) {
        boolean whole = answer.ending() == Answer.Ending.WHOLE;
        Buffer bytes = Buffer.buffer("HTTP/1.1 " + answer.code() + " Said\r\nContent-Type: application/json\r\n"
                + "Connection: close\r\nX-Twin-Lasts: " + answer.lasts().toMillis() + "\r\n"
                + (whole ? "Content-Length: " + length(answer) : "Transfer-Encoding: chunked") + HEAD_END);
        for (String part : answer.parts()) {
            bytes.appendString(whole ? part : Integer.toHexString(part.length()) + "\r\n" + part + "\r\n");
        }
        return answer.ending() == Answer.Ending.CLEAN ? bytes.appendString("0" + HEAD_END) : bytes;
    }

    private static int length(Answer answer) {
        return answer.parts().stream().mapToInt(String::length).sum();
    }
}
