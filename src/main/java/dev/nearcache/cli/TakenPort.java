package dev.nearcache.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;

/** Finds out which port a start failed on: the system's own message does not say. */
final class TakenPort {
    private TakenPort() {}

    /**
     * An address that was to be listened on.
     *
     * @param flag the flag that chooses another port
     */
    record Wanted(String address, int port, String flag) {}

    /** What to tell the user, if the failure is that one of these ports is taken. */
    static Optional<String> explain(Throwable failure, List<Wanted> ports) {
        if (failure instanceof BindException || failure.getCause() instanceof BindException) {
            return ports.stream().filter(TakenPort::isTaken).findFirst().map(TakenPort::text);
        }
        return Optional.empty();
    }

    private static String text(Wanted wanted) {
        return "port " + wanted.port() + " of " + wanted.address() + " is taken: choose another with " + wanted.flag();
    }

    private static boolean isTaken(Wanted wanted) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(wanted.address(), wanted.port()));
            return false;
        } catch (IOException taken) {
            return true;
        }
    }
}
