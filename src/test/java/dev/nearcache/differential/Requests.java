package dev.nearcache.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** All requests of a run: first the rows of kubernetes-api.md, then as many others as are wanted, by chance. */
final class Requests {
    private static final Path ROWS = Path.of("src/test/resources/dev/nearcache/differential/rows.txt");
    private static final Pattern TOKEN = Pattern.compile("\\{token ([^ }]*) ([^ }]*)}");

    private final World world;
    private final long seed;
    private final List<String> rows;

    Requests(World world, long seed) {
        this.world = world;
        this.seed = seed;
        try {
            this.rows = Files.readAllLines(ROWS).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One of them, the same each time. */
    Question request(int index) {
        return index < rows.size() ? row(rows.get(index)) : drawn(Dice.of(seed, index));
    }

    private Question drawn(Dice dice) {
        int kind = dice.below(100);
        if (kind < 22) {
            return new Reads(world, dice).object();
        }
        if (kind < 62) {
            return new Reads(world, dice).list();
        }
        if (kind < 80) {
            return new WatchReads(world, dice).watch();
        }
        Oddities odd = new Oddities(world, dice);
        if (kind < 88) {
            return odd.document();
        }
        if (kind < 92) {
            return odd.unknown();
        }
        return kind < 96 ? odd.write() : odd.spelled();
    }

    /** Columns: method and target; headers, if any. Versions and tokens stand in braces. */
    private Question row(String line) {
        String[] columns = line.split(" \\| ", -1);
        String[] words = columns[0].strip().split(" ", 2);
        Question question = Question.get(filled(words[1])).by(words[0]);
        for (int i = 1; i < columns.length; i++) {
            String[] header = columns[i].strip().split(": ?", 2);
            question = question.with(header[0], header[1]);
        }
        boolean endless = question.has("watch") && !question.has("timeoutSeconds");
        return endless ? question.endless() : question;
    }

    private String filled(String target) {
        String versioned = target.replace("{before}", "" + world.versions().before())
                .replace("{first}", "" + world.versions().story().get(0))
                .replace(
                        "{then}",
                        ""
                                + world.versions()
                                        .story()
                                        .get(world.versions().story().size() / 2))
                .replace("{now}", "" + world.versions().now())
                .replace("{future}", "" + world.versions().future());
        return TOKEN.matcher(versioned).replaceAll(token -> token(token.group(1), token.group(2)));
    }

    private static String token(String start, String version) {
        String token =
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":" + version + ",\"start\":\"" + start.replace("~", "\\u0000") + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token.getBytes(StandardCharsets.UTF_8));
    }
}
