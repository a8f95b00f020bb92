package dev.nearcache.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a sidecar's management port about its health. */
final class Probe {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();
    private final URI url;

    /** A probe of one check, such as {@code readyz}. */
    Probe(ManagementAddress address, String check) {
        url = URI.create(address.url() + "/" + check + "?verbose");
    }

    /** The one answer now: healthy, or why not. */
    Answer ask() {
        HttpRequest request = HttpRequest.newBuilder(url).timeout(LIMIT).build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode() == 200, response.body().strip());
        } catch (ConnectException nobody) {
            return new Answer(false, "nothing listens at " + url);
        } catch (IOException broken) {
            return new Answer(false, url + ": " + broken.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Answer(false, "interrupted");
        }
    }

    /**
     * An answer.
     *
     * @param healthy whether it was 200
     * @param text what it said, or why there was none
     */
    record Answer(boolean healthy, String text) {}
}
