package dev.nearcache.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Under random operations the queue does what plain lists do, popped or drained. */
class DeltaFifoModelTest {
    private static final String KEYS = "abcdefgh";

    /** The text of a delta or mark, and when it came. */
    private record Told(String text, long arrival) {
        boolean deletes() {
            return text.startsWith("D") || text.startsWith("T");
        }
    }

    /** reflector.md 2.3 written down with lists. */
    private static final class Model {
        final Map<String, List<Told>> items = new LinkedHashMap<>();
        final List<Told> marks = new ArrayList<>();
        long arrival;

        void append(String type, String object) {
            List<Told> run = items.computeIfAbsent(object.substring(0, 1), key -> new ArrayList<>());
            Told added = new Told(type + " " + object, arrival++);
            if (!run.isEmpty() && run.get(run.size() - 1).deletes() && added.deletes()) {
                Told older = run.remove(run.size() - 1);
                run.add(older.text().startsWith("T") ? new Told(added.text(), older.arrival()) : older);
            } else {
                run.add(added);
            }
        }

        void replace(List<String> objects, Script.Known known) {
            objects.forEach(object -> append("R", object));
            List<String> listed =
                    objects.stream().map(object -> object.substring(0, 1)).toList();
            List.copyOf(items.entrySet()).stream()
                    .filter(run -> !listed.contains(run.getKey()))
                    .map(run -> run.getValue().get(run.getValue().size() - 1).text())
                    .forEach(newest -> append("T", newest.substring(2)));
            known.forEach(object -> {
                String key = object.key().name();
                if (!listed.contains(key) && !items.containsKey(key)) {
                    append("T", key + object.resourceVersion());
                }
            });
            marks.add(new Told("all 100", arrival++));
        }

        /** The oldest delta or mark. */
        Optional<Told> take() {
            Optional<Told> oldest = Stream.concat(
                            marks.stream(), items.values().stream().flatMap(List::stream))
                    .min(Comparator.comparingLong(Told::arrival));
            oldest.ifPresent(told -> {
                marks.remove(told);
                items.values().forEach(run -> run.remove(told));
                items.values().removeIf(List::isEmpty);
            });
            return oldest;
        }
    }

    @ParameterizedTest(name = "seed {0}, lists enter in {1} steps at a time")
    @CsvSource({"11, 1024", "12, 1024", "13, 1024", "14, 1", "15, 1", "16, 2", "17, 3", "18, 5"})
    void doesWhatPlainListsDo(long seed, int steps) {
        Random random = new Random(seed);
        Script script = new Script("", steps);
        Model model = new Model();
        for (int i = 1; i <= 20_000; i++) {
            // When
            tell(random, i, script, model);
            int take = random.nextInt(5);
            if (take == 0) {
                List<String> expected = new ArrayList<>();
                for (int n = random.nextInt(12); n > 0; n--) {
                    model.take().ifPresent(told -> expected.add(told.text()));
                }
                List<String> handed = new ArrayList<>();
                script.drain(expected.size(), applying(script, handed));
                // Then
                assertEquals(expected, handed, "seed " + seed + " step " + i);
            } else if (take == 1 && !model.items.isEmpty()) {
                String head = model.items.keySet().iterator().next();
                String expected =
                        model.items.remove(head).stream().map(Told::text).collect(Collectors.joining(", "));
                model.marks.removeIf(mark ->
                        model.items.values().stream().allMatch(run -> run.get(0).arrival() > mark.arrival()));
                Deltas popped = script.fifo
                        .pop((deltas, initial) -> deltas.list().forEach(script.known::apply))
                        .orElseThrow();
                assertEquals(expected, Script.text(popped), "seed " + seed + " step " + i);
            }
            assertEquals(model.items.isEmpty() && model.marks.isEmpty(), script.fifo.isEmpty(), "seed " + seed);
            if (steps == 1024) {
                assertEquals(model.items.size(), script.fifo.size(), "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void popAndDrainSayTheSameOfEachKey(long seed) {
        // Given: the same was told to two queues
        Random random = new Random(seed);
        Script popped = new Script("a1 b2 z3");
        Script drained = new Script("a1 b2 z3");
        for (int i = 10; i < 500; i++) {
            String step = step(random, i);
            popped.run(step);
            drained.run(step);
        }
        // When
        Map<String, String> byPop = new HashMap<>();
        popped.popAll().forEach(deltas -> byPop.put(deltas.substring(2, 3), deltas));
        Map<String, String> byDrain = new HashMap<>();
        drained.drain(Integer.MAX_VALUE).stream()
                .filter(text -> text.charAt(1) == ' ')
                .forEach(text -> byDrain.merge(text.substring(2, 3), text, (a, b) -> a + ", " + b));
        // Then
        assertEquals(byPop, byDrain, "seed " + seed);
    }

    private static DeltaConsumer applying(Script script, List<String> handed) {
        DeltaConsumer collecting = Script.collecting(handed);
        return new DeltaConsumer() {
            @Override
            public void delta(Delta delta) {
                script.known.apply(delta);
                collecting.delta(delta);
            }

            @Override
            public void replacedAll(ResourceVersion version) {
                collecting.replacedAll(version);
            }

            @Override
            public void bookmark(ResourceVersion version) {
                collecting.bookmark(version);
            }
        };
    }

    private static void tell(Random random, int version, Script script, Model model) {
        String step = step(random, version);
        String[] words = step.split(" ", 2);
        switch (words[0]) {
            case "add" -> model.append("A", words[1]);
            case "update" -> model.append("U", words[1]);
            case "delete" -> {
                String key = words[1].substring(0, 1);
                if (model.items.containsKey(key)
                        || script.known.get(Script.object(key + 1).key()) != null) {
                    model.append("D", words[1]);
                } else {
                    model.marks.add(new Told("bookmark " + version, model.arrival++));
                }
            }
            case "replace" ->
                model.replace(
                        Script.objects(words[1].substring(1, words[1].length() - 1)).stream()
                                .map(object -> object.key().name() + object.resourceVersion())
                                .toList(),
                        script.known);
            case "resync" ->
                script.known.forEach(object -> {
                    if (!model.items.containsKey(object.key().name())) {
                        model.append("S", object.key().name() + object.resourceVersion());
                    }
                });
            default -> model.marks.add(new Told(step, model.arrival++));
        }
        script.run(step);
    }

    private static String step(Random random, int version) {
        String object = KEYS.charAt(random.nextInt(KEYS.length())) + "" + version;
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "add " + object;
            case 3, 4, 5 -> "update " + object;
            case 6, 7, 8 -> "delete " + object;
            case 9 -> "resync";
            case 10 -> "bookmark " + version;
            default ->
                KEYS.chars()
                        .filter(key -> random.nextBoolean())
                        .mapToObj(key -> (char) key + "" + version)
                        .collect(Collectors.joining(" ", "replace [", "]"));
        };
    }
}
