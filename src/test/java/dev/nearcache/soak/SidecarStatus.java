package dev.nearcache.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.soak.Spans.Look;
import dev.nearcache.soak.Spans.Standing;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** What the sidecar says of itself. For the script's thread. */
final class SidecarStatus {
    private final Asker asker;
    private final int port;
    private long unanswered;
    private String last = "";

    SidecarStatus(Asker asker, int port) {
        this.asker = asker;
        this.port = port;
    }

    /** How each type stands; empty if there was no answer. */
    Map<SoakType, Look> ask() {
        Map<SoakType, Look> looks = new EnumMap<>(SoakType.class);
        try {
            JsonNode body = asker.json(port, "/v1/resources").body();
            StringBuilder text = new StringBuilder();
            for (JsonNode item : body.path("items")) {
                String state = item.path("state").asText();
                boolean live = state.equals("Synced") && item.path("live").asBoolean();
                looks.put(
                        SoakType.of(item.path("resource").asText()),
                        new Look(
                                item.path("resourceVersion").asLong(),
                                item.path("relists").asLong(),
                                live ? Standing.LIVE : Standing.TROUBLED));
                text.append(item.path("resource").asText() + " " + state + " ");
            }
            last = text.toString();
        } catch (IOException silent) {
            unanswered++;
        }
        return looks;
    }

    /** How often there was no answer. */
    long unanswered() {
        return unanswered;
    }

    @Override
    public String toString() {
        return last;
    }
}
