package dev.nearcache.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port for a program that must be told which one to listen on. */
public final class FreePort {
    private FreePort() {}

    /** One of loopback that nobody listens on at this moment. */
    public static int find() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
