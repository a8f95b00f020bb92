package dev.nearcache.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pods as clusters have them: six kilobytes of JSON of which all but some hundred bytes are alike. */
public final class RealisticPods {
    private static final Pattern GAP = Pattern.compile("\\$\\{(\\w+)}|\"#\\{\\w+}\"");
    private static final String TEMPLATE = template();

    private RealisticPods() {}

    /** The JSON of a pod as a list has it, its values drawn. */
    public static String json(Random random, String namespace, String name, long version) {
        return pod(random, namespace, name, version, "");
    }

    /**
     * A pod of a team with habits of its own: an annotation of two kilobytes that all of its pods have, and nobody
     * else's.
     */
    public static String ofTeam(Random random, long team, String name, long version) {
        Random habits = new Random(team);
        StringBuilder habit = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            habit.append(Long.toString(habits.nextLong() & Long.MAX_VALUE, 36)).append(' ');
        }
        return pod(random, "team-" + team, name, version, "\"habit\":\"" + habit + "\",");
    }

    private static String pod(Random random, String namespace, String name, long version, String annotation) {
        Matcher gap = GAP.matcher(TEMPLATE.replace("\"annotations\":{", "\"annotations\":{" + annotation));
        StringBuilder json = new StringBuilder();
        while (gap.find()) {
            String field = gap.group(1) == null ? "" : gap.group(1);
            gap.appendReplacement(
                    json,
                    switch (field) {
                        case "" -> Integer.toString(random.nextInt(3));
                        case "name" -> name;
                        case "namespace" -> namespace;
                        case "version" -> Long.toString(version);
                        case "app", "tier" -> "app-" + random.nextInt(20);
                        case "uid", "replicaSetUid" ->
                            "%08x-1111-4222-8333-%012x".formatted(random.nextInt(), random.nextLong() >>> 16);
                        case "created" ->
                            "2026-11-%02dT%02d:00:00Z".formatted(1 + random.nextInt(28), random.nextInt(24));
                        case "ip", "hostIp" -> "10.0." + random.nextInt(250) + "." + random.nextInt(250);
                        default -> Long.toString(random.nextLong() >>> 1, 36);
                    });
        }
        return gap.appendTail(json).toString();
    }

    private static String template() {
        try (InputStream in = RealisticPods.class.getResourceAsStream("/dev/nearcache/simulator/pods.json")) {
            return new ObjectMapper().readTree(in).toString();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
