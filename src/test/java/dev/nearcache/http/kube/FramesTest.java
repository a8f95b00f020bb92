package dev.nearcache.http.kube;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.nearcache.query.Change;
import dev.nearcache.query.Change.Finality;
import dev.nearcache.query.Change.Kind;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which bytes watchers share. */
class FramesTest {
    private final ManualTimers timers = new ManualTimers();
    private final Frames frames = new Frames(timers::nanos);
    private final List<Change> written = new ArrayList<>();
    private final Change first = change("a", 1);
    private final Change second = change("b", 2);

    private static Change change(String name, long version) {
        ResourceVersion at = ResourceVersion.of(version);
        return new Change(Kind.MODIFIED, pod("x", name, version), at, at, Finality.KNOWN);
    }

    private Frames.Form form(String name, int bytes) {
        return new Frames.Form() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void append(Change change, Buffer out) {
                written.add(change);
                out.appendBytes(new byte[bytes]);
            }
        };
    }

    private Frames.Run run(Frames.Form form, Change... changes) {
        return frames.run(FedResource.PODS, form, List.of(changes));
    }

    @Test
    void whoIsSentTheSameIsSentTheSameBytes() {
        // When
        Frames.Run one = run(form("lines", 10), first, second);
        Frames.Run same = run(form("lines", 10), first, second);

        // Then
        assertSame(one.bytes(), same.bytes());
        assertEquals(2, one.count());
        assertEquals(List.of(first, second), written);
    }

    @Test
    void whoIsSentSomethingElseIsNot() {
        Frames.Run one = run(form("lines", 10), first, second);
        assertNotSame(one.bytes(), run(form("events", 10), first, second).bytes());
        assertNotSame(one.bytes(), run(form("lines", 10), first).bytes());
        assertNotSame(one.bytes(), run(form("lines", 10), second, first).bytes());
    }

    @Test
    void aRunIsNoLongerThanAPieceAndTheObjectThatPassesIt() {
        assertEquals(1, run(form("large", 32 << 10), first, second).count());
        assertEquals(2, run(form("small", (32 << 10) - 1), first, second).count());
    }

    @Test
    void whatNobodyWaitsForIsNotKept() {
        // Given
        run(form("lines", 10), first);

        // When
        timers.advance(Duration.ofSeconds(4));
        run(form("lines", 10), first);

        // Then
        assertEquals(List.of(first, first), written);
    }

    @Test
    void whatIsAddedToASharedRunIsAddedToACopy() {
        // Given
        Frames.Run shared = run(form("lines", 10), first);
        Assembly piece = new Assembly();
        piece.add(shared);
        assertSame(shared.bytes(), piece.bytes());

        // When
        piece.own().appendString("mark");

        // Then
        assertEquals(10, shared.bytes().length());
        assertEquals(14, piece.bytes().length());
        assertEquals("mark", piece.bytes().getString(10, 14));
    }
}
