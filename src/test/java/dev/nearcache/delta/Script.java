package dev.nearcache.delta;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A queue told by text: {@code add foo10; replace [foo15]; pop}, where {@code foo10} is the object foo at version 10, and
 * {@code foo10#2} another object of that name.
 */
final class Script {
    private static final ResourceVersion LISTED = ResourceVersion.of(100);

    final Known known = new Known();
    final DeltaFifo fifo;

    Script(String known) {
        this(known, 1024);
    }

    /** With a queue that lists enter in so many steps at a time. */
    Script(String known, int steps) {
        fifo = new DeltaFifo(this.known, () -> {}, steps);
        objects(known).forEach(this.known::put);
    }

    /** A store that is a map. */
    static final class Known implements KnownObjects {
        private final Map<ObjectKey, KubeObject> objects = new TreeMap<>();

        void put(KubeObject object) {
            objects.put(object.key(), object);
        }

        void apply(Delta delta) {
            if (delta.type().deletes()) {
                objects.remove(delta.object().key());
            } else {
                put(delta.object());
            }
        }

        @Override
        public @Nullable KubeObject get(ObjectKey key) {
            return objects.get(key);
        }

        @Override
        public Iterator<KubeObject> iterator() {
            return List.copyOf(objects.values()).iterator();
        }
    }

    void run(String steps) {
        for (String step : steps.split(";", -1)) {
            String[] words = step.strip().split(" ", 2);
            switch (words[0]) {
                case "" -> {}
                case "add" -> fifo.add(object(words[1]));
                case "update" -> fifo.update(object(words[1]));
                case "delete" -> fifo.delete(object(words[1]));
                case "replace" -> fifo.replace(objects(words[1].substring(1, words[1].length() - 1)), LISTED);
                case "resync" -> fifo.resync();
                case "bookmark" -> fifo.bookmark(ResourceVersion.parse(words[1]).orElseThrow());
                case "drain" -> drain(Integer.parseInt(words[1]));
                case "pop" -> assertTrue(fifo.pop((deltas, initial) -> {}).isPresent());
                default -> throw new IllegalArgumentException(step);
            }
        }
    }

    List<String> popAll() {
        List<String> popped = new ArrayList<>();
        Optional<Deltas> next = fifo.pop((deltas, initial) -> {});
        while (next.isPresent()) {
            popped.add(text(next.get()));
            next = fifo.pop((deltas, initial) -> {});
        }
        return popped;
    }

    List<String> drain(int max) {
        List<String> handed = new ArrayList<>();
        drain(max, collecting(handed));
        return handed;
    }

    /** Goes on behind the end of a list, too. */
    void drain(int max, DeltaConsumer consumer) {
        int handed = 0;
        while (handed < max && !fifo.isEmpty()) {
            handed += fifo.drain(max - handed, consumer);
        }
    }

    static DeltaConsumer collecting(List<String> into) {
        return new DeltaConsumer() {
            @Override
            public void delta(Delta delta) {
                into.add(text(delta));
            }

            @Override
            public void replacedAll(ResourceVersion version) {
                into.add("all " + version);
            }

            @Override
            public void bookmark(ResourceVersion version) {
                into.add("bookmark " + version);
            }
        };
    }

    static String text(Deltas deltas) {
        return deltas.list().stream().map(Script::text).collect(Collectors.joining(", "));
    }

    static String text(Delta delta) {
        return delta.type().name().charAt(0) + " " + delta.object().key().name()
                + delta.object().resourceVersion();
    }

    static List<KubeObject> objects(String texts) {
        return Arrays.stream(texts.split(" ", -1))
                .filter(text -> !text.isEmpty())
                .map(Script::object)
                .toList();
    }

    static KubeObject object(String text) {
        String name = text.replaceAll("[0-9].*", "");
        String[] rest = text.substring(name.length()).split("#", -1);
        return new KubeObject(
                ObjectKey.cluster(name),
                ResourceVersion.parse(rest[0]).orElseThrow(),
                "uid-" + name + (rest.length > 1 ? rest[1] : ""),
                Map.of(),
                List.of(),
                ObjectCodec.none().encode(new byte[0], 0, 0));
    }
}
