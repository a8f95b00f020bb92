package dev.nearcache.differential;

import dev.nearcache.differential.World.Named;
import dev.nearcache.differential.World.Served;
import dev.nearcache.differential.World.Versions;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Requests for one object, and for lists: each parameter is there or not, good or bad, by itself. */
final class Reads {
    private final World world;
    private final Dice dice;

    Reads(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    Question object() {
        Served type = dice.of(world.types());
        Named key = type.objects().isEmpty() || dice.percent(12)
                ? new Named(
                        type.namespaced() ? dice.of(world.namespaces()) : "",
                        dice.of("nope", "c1", "brief", "Nope", "a.b"))
                : dice.of(type.objects());
        Query query = new Query();
        if (dice.percent(45)) {
            query.add("resourceVersion", version());
        }
        if (dice.percent(10)) {
            query.raw(dice.of(
                    "resourceVersionMatch=Exact",
                    "watch=1",
                    "limit=x",
                    "limit=1",
                    "continue=x",
                    "labelSelector=,",
                    "fieldSelector=foo",
                    "export=true",
                    "export=0",
                    "exact=true",
                    "includeObject=Bogus",
                    "sendInitialEvents=true"));
        }
        common(query);
        return Forms.in(Question.get(query.on(type.path(key))), dice);
    }

    Question list() {
        Served type = dice.percent(25) ? busy() : dice.of(world.types());
        Query query = new Query();
        if (dice.percent(40)) {
            query.add(
                    "limit",
                    dice.of("1", "2", "3", "5", "10", "500", "0", "-1", "x", "", "1.5", "9223372036854775808"));
        }
        if (dice.percent(40)) {
            query.add("resourceVersion", version());
        }
        if (dice.percent(20)) {
            query.add("resourceVersionMatch", dice.of("Exact", "NotOlderThan", "NotOlderThan", "exact", "foo", ""));
        }
        if (dice.percent(15)) {
            query.add("continue", token());
        }
        selected(query, type);
        if (dice.percent(5)) {
            query.raw(
                    dice.of("sendInitialEvents=true", "sendInitialEvents=0", "watch=0", "watch=FALSE", "watch=false"));
        }
        common(query);
        return Forms.in(Question.get(query.on(type.path(namespace()))), dice);
    }

    /** A type with some objects in several namespaces. */
    Served busy() {
        return dice.of(world.types().stream()
                .filter(type ->
                        type.objects().stream().anyMatch(key -> key.namespace().equals("a-b")))
                .toList());
    }

    String namespace() {
        return dice.percent(40) ? "" : dice.of(world.namespaces());
    }

    void selected(Query query, Served type) {
        if (dice.percent(20)) {
            query.add("labelSelector", new Selectors(dice).labels(type));
        }
        if (dice.percent(20)) {
            query.add("fieldSelector", new Selectors(dice).fields(type));
        }
    }

    String version() {
        Versions versions = world.versions();
        int kind = dice.below(100);
        if (kind < 45) {
            return "" + dice.of(versions.story());
        }
        if (kind < 65) {
            return "0";
        }
        if (kind < 75) {
            return "" + versions.now();
        }
        if (kind < 82) {
            return "" + versions.before();
        }
        if (kind < 84) {
            return dice.of("" + versions.future(), "" + Long.MAX_VALUE, "9223372036854775808");
        }
        return dice.of(
                "", "1", "007", "abc", "-1", "0x10", " 5", "18446744073709551616", "1.5", "00", "+1", "1_0", "٣");
    }

    private String token() {
        if (dice.percent(20)) {
            return dice.of("", "x", "eyJ", "e30", "e30=", "bm90IGpzb24", "????", "\"\"", "W10");
        }
        String start = dice.of(
                "a/c1\\u0000",
                "/a/c1\\u0000",
                "c2\\u0000",
                "odd/running\\u0000",
                "b/",
                "zz",
                "",
                "../x",
                "/",
                "a/../b",
                "./c");
        String version = dice.of(
                "" + dice.of(world.versions().story()),
                "" + dice.of(world.versions().story()),
                "" + world.versions().now(),
                "-1",
                "-1",
                "0",
                "1",
                "\"5\"",
                "1.5");
        String known = dice.percent(90) ? "meta.k8s.io/v1" : dice.of("", "v1", "meta.k8s.io/v2");
        String token = "{\"v\":\"" + known + "\",\"rv\":" + version + ",\"start\":\"" + start + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token.getBytes(StandardCharsets.UTF_8));
    }

    /** What every request may have. */
    void common(Query query) {
        if (dice.percent(8)) {
            query.raw(dice.of("pretty=1", "pretty=true", "pretty=0", "pretty", "pretty=false", "pretty=x"));
        }
        if (dice.percent(6)) {
            query.raw(dice.of(
                    "timeout=10s",
                    "timeout=1m30s",
                    "timeout=0",
                    "timeout=abc",
                    "timeout=",
                    "timeout=-1s",
                    "timeout=5"));
        }
        if (dice.percent(6)) {
            query.raw(dice.of(
                    "unknown=1",
                    "namespace=other",
                    "includeObject=Object",
                    "includeObject=None",
                    "includeObject=Metadata",
                    "includeObject=Bogus",
                    "timeoutSeconds=5",
                    "timeoutSeconds=x",
                    "timeoutSeconds=-1",
                    "limit=2",
                    "limit",
                    "allowWatchBookmarks=maybe",
                    "&&",
                    "=",
                    "%6cimit=1",
                    "resourceVersion=0",
                    "labelSelector=even%3Dtrue",
                    "kind=Pod",
                    "fieldManager=x",
                    "dryRun=All"));
        }
    }
}
