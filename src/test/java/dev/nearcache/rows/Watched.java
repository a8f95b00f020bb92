package dev.nearcache.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.RawStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A watch that stands, read an event at a time. */
final class Watched implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RawStream stream;

    private Watched(RawStream stream) {
        this.stream = stream;
    }

    /** The watch that an answer is. */
    static Watched of(RawStream stream) {
        if (stream.status() != 200) {
            throw new AssertionError("no watch: " + stream.status());
        }
        return new Watched(stream);
    }

    /** The next event, which is waited for; empty if the watch ends cleanly. */
    Optional<Event> poll() {
        try {
            return Optional.of(Event.of(stream.line()));
        } catch (EOFException end) {
            return Optional.empty();
        } catch (IOException broken) {
            throw new UncheckedIOException("the watch broke", broken);
        }
    }

    /** The next event, which must come. */
    Event next() {
        return poll().orElseThrow(() -> new AssertionError("the watch ended"));
    }

    /** The next so many events. */
    List<Event> next(int count) {
        return Stream.generate(this::next).limit(count).collect(Collectors.toCollection(ArrayList::new));
    }

    /** The next so many events that are due. */
    List<Event> due(int count) {
        return Stream.generate(this::next).filter(Event::isDue).limit(count).toList();
    }

    /** What comes up to its clean end. */
    List<Event> rest() {
        return Stream.generate(this::poll)
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** An event. */
    record Event(String type, JsonNode object) {
        static Event of(String line) {
            try {
                JsonNode event = JSON.readTree(line);
                return new Event(event.path("type").asText(), event.path("object"));
            } catch (JsonProcessingException malformed) {
                throw new AssertionError("no event: " + line, malformed);
            }
        }

        String name() {
            return object.at("/metadata/name").asText();
        }

        long version() {
            return object.at("/metadata/resourceVersion").asLong();
        }

        boolean isBookmark() {
            return type.equals("BOOKMARK");
        }

        /** Whether it says that the objects of the beginning are complete. */
        boolean endsTheBeginning() {
            return object.path("metadata")
                    .path("annotations")
                    .path("k8s.io/initial-events-end")
                    .asText()
                    .equals("true");
        }

        /** Whether it is more than a plain bookmark, which a server may send at any time. */
        boolean isDue() {
            return !isBookmark() || endsTheBeginning();
        }

        /** The code of the failure that it tells of; 0 if of none. */
        int code() {
            return type.equals("ERROR") ? object.path("code").asInt() : 0;
        }
    }
}
