package compat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The driver's control: what a program asks it to do to the cluster and to the connection. */
final class Driver {
    static final String NAMESPACE = System.getenv("COMPAT_NAMESPACE");
    static final boolean READ_ONLY = "1".equals(System.getenv("COMPAT_READONLY"));

    private static final String CONTROL = System.getenv("COMPAT_CONTROL");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Driver() {}

    /** Returns what the driver answers, when it has done the command, such as "delete?prefix=x". */
    static String ask(String command) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(CONTROL + "/" + command))
                .timeout(Duration.ofSeconds(100))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        var answer = CLIENT.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(command + ": " + answer.body());
        }
        return answer.body();
    }

    static void create(String prefix, int count) throws IOException, InterruptedException {
        ask("create?resource=configmaps&prefix=" + prefix + "&count=" + count);
    }
}
