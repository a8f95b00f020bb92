package dev.nearcache.store;

import dev.nearcache.resource.HeldBodies;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.StoredBody;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings what is held into the codec's present form, a few bodies at a time: without an event, a version or a wake-up, as
 * nothing has changed that anybody can see. Confined to the cache's owner.
 *
 * <p>A body is exchanged within its object, so that the log and pinned snapshots, which share the object, shrink with the
 * state. Rejected: to put another object into the maps, which would keep both bodies for as long as either is pinned.
 */
final class Renewal {
    /** Bytes of text that are stored anew in one turn, which then takes a few milliseconds. */
    private static final int TEXT_A_TURN = 512 * 1024;

    /** To look at one object takes a tenth of a microsecond. */
    private static final int LOOKS_A_TURN = 8192;

    private static final int NONE = -1;

    private final ObjectCodec codec;
    private final Indexer indexer;

    /** The generation that every body up to {@link #next} has been brought to. */
    private int generation;

    private ObjectKey next = ObjectKey.firstIn("");

    /** The generation that every body has been brought to. */
    private int reached;

    Renewal(ObjectCodec codec, Indexer indexer) {
        this.codec = codec;
        this.indexer = indexer;
        this.generation = codec.generation();
        this.reached = generation;
    }

    /** A list has come: its first objects may be older than what the codec has learned meanwhile. */
    void restart() {
        generation = NONE;
        reached = codec.generation() == 0 ? 0 : NONE;
    }

    boolean isDue() {
        return reached != codec.generation();
    }

    /** Goes on. */
    void advance() {
        if (generation != codec.generation()) {
            generation = codec.generation();
            next = ObjectKey.firstIn("");
        }
        Cursor<ObjectKey, KubeObject> cursor = indexer.contents().objects().from(next);
        long saved = 0;
        int text = 0;
        for (int looks = 0; text < TEXT_A_TURN && looks < LOOKS_A_TURN; looks++) {
            if (!cursor.next()) {
                reached = generation;
                break;
            }
            next = cursor.key();
            StoredBody before = cursor.value().body();
            saved += cursor.value().renew(codec);
            text += cursor.value().body() == before ? 0 : before.jsonLength();
        }
        indexer.saved(saved);
    }

    /** Lets the codec look at what is held, once all of it is in the present form. */
    void review() {
        if (!isDue()) {
            codec.review(new Held(indexer.contents()));
        }
    }

    private record Held(Contents contents) implements HeldBodies {
        @Override
        public long bytes() {
            return contents.bytes();
        }

        @Override
        public long storedBytes() {
            return contents.storedBytes();
        }

        @Override
        public List<StoredBody> sample(int most) {
            List<StoredBody> sample = new ArrayList<>();
            int size = contents.objects().size();
            int step = Math.max(1, (size + most - 1) / most);
            Cursor<ObjectKey, KubeObject> cursor = contents.objects().first();
            for (int at = 0; cursor.next(); at++) {
                if (at % step == 0) {
                    sample.add(cursor.value().body());
                }
            }
            return sample;
        }
    }
}
