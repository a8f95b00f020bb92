package dev.nearcache.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a stream of server-sent events as the WHATWG standard says, from pieces that may be cut at any byte: lines end
 * with CR, LF or CRLF, a leading byte order mark is dropped, an event without data is none, and the last id stays until
 * another comes. What follows the last empty line is not an event.
 */
public final class SseReader {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private final List<String> comments = new ArrayList<>();
    private String name = "";
    private String pendingId = "";
    private String lastId = "";
    private long retryMillis = -1;
    private boolean afterReturn;
    private boolean first = true;
    private boolean idSet;

    /**
     * One event.
     *
     * @param name {@code message} if the stream gave none
     * @param id the id that a client would resume with after it
     * @param carriesId whether the event itself set the id
     */
    public record Event(String name, String id, boolean carriesId, String data) {}

    /** Takes the next piece, and gives the events that it completes. */
    public List<Event> feed(byte[] piece) {
        List<Event> events = new ArrayList<>();
        for (byte next : piece) {
            if (afterReturn && next == '\n') {
                afterReturn = false;
                continue;
            }
            afterReturn = next == '\r';
            if (next == '\r' || next == '\n') {
                take(line.toString(StandardCharsets.UTF_8), events);
                line.reset();
            } else {
                line.write(next);
            }
        }
        return events;
    }

    /** All comments so far, without the colon. */
    public List<String> comments() {
        return List.copyOf(comments);
    }

    /** What a client sends as Last-Event-ID when it comes back; empty if it sends none. */
    public String lastEventId() {
        return lastId;
    }

    /** The wait that the server asked for before coming back; -1 if it did not. */
    public long retryMillis() {
        return retryMillis;
    }

    private void take(String whole, List<Event> events) {
        String text = first && whole.startsWith("\uFEFF") ? whole.substring(1) : whole;
        first = false;
        if (text.isEmpty()) {
            dispatch(events);
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            comments.add(text.substring(1));
            return;
        }
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        field(field, value.startsWith(" ") ? value.substring(1) : value);
    }

    private void field(String field, String value) {
        switch (field) {
            case "event" -> name = value;
            case "data" -> data.append(value).append('\n');
            case "id" -> {
                if (value.indexOf('\0') < 0) {
                    pendingId = value;
                    idSet = true;
                }
            }
            case "retry" -> {
                if (value.matches("[0-9]+")) {
                    retryMillis = Long.parseLong(value);
                }
            }
            default -> {}
        }
    }

    private void dispatch(List<Event> events) {
        lastId = pendingId;
        if (data.length() > 0) {
            String type = name.isEmpty() ? "message" : name;
            events.add(new Event(type, lastId, idSet, data.substring(0, data.length() - 1)));
        }
        data.setLength(0);
        name = "";
        idSet = false;
    }
}
