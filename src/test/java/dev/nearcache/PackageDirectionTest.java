package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Data flows one way, so imports do too: every edge out of a room must stand in one of these tables. */
class PackageDirectionTest {
    private static final String ROOT = "dev.nearcache";

    private static final Set<String> EVERY_ROOM = Set.of(
            "resource",
            "time",
            "upstream",
            "delta",
            "reflector",
            "store",
            "query",
            "http.kube.table",
            "http.kube",
            "http",
            "management",
            "config",
            "simulator");

    private static final Map<String, Set<String>> ROOMS = Map.ofEntries(
            Map.entry("resource", Set.of()),
            Map.entry("time", Set.of()),
            Map.entry("upstream", Set.of("resource", "time")),
            Map.entry("delta", Set.of("resource")),
            Map.entry("reflector", Set.of("resource", "time", "upstream", "delta")),
            Map.entry("store", Set.of("resource", "delta")),
            Map.entry("query", Set.of("resource", "time", "store")),
            Map.entry("http.kube.table", Set.of("resource")),
            Map.entry("http.kube", Set.of("resource", "time", "query", "http.kube.table")),
            Map.entry("http", Set.of("resource", "time", "query", "http.kube")),
            Map.entry("management", Set.of("resource", "store", "query")),
            Map.entry("config", Set.of("resource")),
            Map.entry("simulator", Set.of("time")),
            Map.entry("", EVERY_ROOM),
            Map.entry("cli", Stream.concat(EVERY_ROOM.stream(), Stream.of("")).collect(Collectors.toSet())));

    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("resource", Set.of("com.fasterxml.jackson", "com.github.luben.zstd")),
            Map.entry("time", Set.of("io.vertx.core")),
            Map.entry(
                    "upstream",
                    Set.of("io.vertx.core", "io.netty", "com.fasterxml.jackson", "org.slf4j", "javax.net.ssl")),
            Map.entry("delta", Set.of()),
            Map.entry("http.kube.table", Set.of("com.fasterxml.jackson")),
            Map.entry("reflector", Set.of("io.vertx.core", "org.slf4j")),
            Map.entry("store", Set.of()),
            Map.entry("query", Set.of("io.vertx.core", "com.github.benmanes.caffeine", "com.fasterxml.jackson.core")),
            Map.entry(
                    "http.kube",
                    Set.of(
                            "io.vertx.core",
                            "io.netty.channel",
                            "io.vertx.ext.web",
                            "com.fasterxml.jackson",
                            "com.github.benmanes.caffeine",
                            "org.slf4j")),
            Map.entry(
                    "http",
                    Set.of(
                            "io.vertx.core",
                            "io.vertx.ext.web",
                            "io.netty.handler.codec",
                            "com.fasterxml.jackson",
                            "com.github.benmanes.caffeine",
                            "org.slf4j")),
            Map.entry("management", Set.of("io.vertx.core", "io.vertx.ext.web", "io.micrometer", "org.slf4j")),
            Map.entry("config", Set.of("com.fasterxml.jackson")),
            Map.entry("simulator", Set.of("io.vertx.core", "io.netty.channel", "com.fasterxml.jackson", "org.slf4j")),
            Map.entry("", Set.of("io.vertx.core", "io.vertx.ext.web", "io.micrometer", "org.slf4j")),
            Map.entry("cli", Set.of("io.vertx.core", "com.sun.management", "picocli", "org.slf4j", "ch.qos.logback")));

    private static final Pattern EDGE =
            Pattern.compile("^\\s+(" + Pattern.quote(ROOT) + "\\S*)\\s+->\\s+(\\S+)\\s.*$", Pattern.MULTILINE);

    @Test
    void roomsDependOnlyOnWhatTheTablesAllow() {
        StringWriter out = new StringWriter();
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        "-verbose:package",
                        "--multi-release",
                        "17",
                        "--ignore-missing-deps",
                        "target/classes");
        assertEquals(0, status, out::toString);
        Set<String> seen = new TreeSet<>();
        Set<String> forbidden = new TreeSet<>();
        EDGE.matcher(out.toString()).results().forEach(edge -> {
            String from = room(edge.group(1));
            String to = edge.group(2);
            seen.add(from + " -> " + to);
            if (!allowed(from, to)) {
                forbidden.add(from + " -> " + to);
            }
        });
        assertTrue(seen.size() > 20, () -> "jdeps output not understood: " + out);
        assertEquals(Set.of(), forbidden);
    }

    private static boolean allowed(String from, String to) {
        if (to.startsWith(ROOT)) {
            return from.equals(room(to)) || ROOMS.getOrDefault(from, Set.of()).contains(room(to));
        }
        return to.startsWith("java.")
                || to.startsWith("org.jspecify.")
                || LIBRARIES.getOrDefault(from, Set.of()).stream().anyMatch(to::startsWith);
    }

    private static String room(String pkg) {
        return pkg.equals(ROOT) ? "" : pkg.substring(ROOT.length() + 1);
    }
}
