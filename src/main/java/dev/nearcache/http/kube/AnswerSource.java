package dev.nearcache.http.kube;

import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;

/** Where an answer on a Kubernetes path comes from, as each of them says. */
public enum AnswerSource {
    /** From what the sidecar knows, which may lag behind. */
    CACHE,
    /** From the API server, for this very request. */
    UPSTREAM;

    private static final String HEADER = "Nearcache-Source";

    /** Sets the header. */
    public void tell(HttpServerResponse response) {
        response.putHeader(HEADER, name().toLowerCase(Locale.ROOT));
    }
}
