package compat;

import compat.Reader.Events;
import compat.Reader.Page;
import compat.Reader.Query;
import compat.Reader.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The steps of compat/README.md, which a Java client does through its {@link Reader}. */
final class Steps {
    private final Reader reader;

    private Steps(Reader reader) {
        this.reader = reader;
    }

    /** Does all steps and ends the program: with 1 and a line on standard error if one could not be done. */
    static void run(Reader reader) {
        try {
            new Steps(reader).all();
            System.out.flush();
            Runtime.getRuntime().halt(0); // libraries keep threads of their own
        } catch (Exception | Error failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void all() throws Exception {
        step("list", this::list);
        step("get", this::get);
        step("watch", this::watch);
        step("resume", this::resume);
        step("expiry", this::expiry);
        step("pages", this::pages);
        step("informer", this::informer);
        step("churn", this::churn);
        if (Driver.READ_ONLY) {
            step("refused", this::refused);
        }
    }

    private interface Step {
        String run() throws Exception;
    }

    private interface Call {
        void run() throws Refusal;
    }

    private static void step(String name, Step step) throws Exception {
        Driver.ask("step?name=" + name);
        System.out.println("STEP " + name + " " + step.run());
    }

    private String list() throws Exception {
        Driver.create("list", 25);
        List<String> labelled = names(reader.list(Query.labelled("list")));
        expect("objects of the label", 25, labelled.size());
        return labelled + " by field " + names(reader.list(new Query(null, "metadata.name=list-3", null, null)));
    }

    private String get() throws Exception {
        Refusal missing = refusal(() -> reader.get("missing"));
        return reader.get("list-7") + ", missing " + missing.code() + ": " + missing.getMessage();
    }

    private String watch() throws Exception {
        String version = reader.list(Query.labelled("watch")).version();
        try (Events events = reader.watch("app=watch", version)) {
            Driver.create("watch", 3);
            Driver.ask("change?prefix=watch&times=4");
            Driver.ask("delete?prefix=watch");
            return take(events, 10) + " over " + reader.transport();
        }
    }

    private String resume() throws Exception {
        String version = reader.list(Query.labelled("resume")).version();
        Driver.create("resume", 5);
        try (Events events = reader.watch("app=resume", version)) {
            List<String> before = take(events, 3);
            Driver.ask("cut");
            Driver.ask("change?prefix=resume&times=5");
            List<String> after = take(events, 7);
            Driver.ask("delete?prefix=resume");
            return before + ", cut, " + after + ", " + take(events, 5);
        }
    }

    private String expiry() throws Exception {
        String old = reader.list(Query.labelled("expiry")).version();
        Driver.ask("expire");
        Refusal expired = refusal(() -> {
            try (Events events = reader.watch("app=expiry", old)) {
                events.next();
            }
        });
        String version = reader.list(Query.labelled("expiry")).version();
        try (Events events = reader.watch("app=expiry", version)) {
            Driver.create("expiry", 2);
            List<String> seen = take(events, 2);
            Driver.ask("delete?prefix=expiry");
            return expired.code() + ", then " + seen;
        }
    }

    private String pages() throws Exception {
        List<Page> pages = new ArrayList<>();
        String token = null;
        do {
            pages.add(reader.list(Query.page(token)));
            token = pages.get(pages.size() - 1).token();
        } while (token != null && !token.isEmpty());
        Driver.ask("expire");
        Refusal expired = refusal(() -> reader.list(Query.page(pages.get(0).token())));
        return pages.size() + " pages of " + pages.stream().map(Steps::names).toList() + ", remaining "
                + pages.stream().map(Page::remaining).toList() + ", expired token " + expired.code() + ", then "
                + names(reader.list(Query.rest(expired.token())));
    }

    private String informer() throws Exception {
        Driver.create("informer", 10);
        Map<String, String> changed = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            changed.put("informer-" + i, String.valueOf(i + 1));
        }
        try (var informed = reader.inform("app=informer")) {
            Map<String, String> synced = new TreeMap<>(informed.values());
            Driver.ask("expire"); // so that it cannot resume and has to list anew
            Driver.ask("cut");
            Driver.ask("change?prefix=informer&times=10");
            awaitEqual("objects after the cut", changed, () -> new TreeMap<>(informed.values()));
            return synced + ", then " + changed;
        }
    }

    private String churn() throws Exception {
        Driver.create("churn", 10);
        try (var informed = reader.inform("app=churn")) {
            Driver.ask("cutting?every=2000");
            Driver.ask("churn?prefix=churn&millis=8000");
            Map<String, String> settled = new TreeMap<>();
            Driver.ask("settled").lines().forEach(line -> settled.put(line.split(" ")[0], line.split(" ")[1]));
            Driver.ask("cutting?every=0");
            awaitEqual("objects after the churn", settled, () -> new TreeMap<>(informed.values()));
            return "ok " + settled.size() + " objects over " + reader.transport();
        }
    }

    private String refused() throws Exception {
        List<Call> writes = List.of(
                () -> reader.create("refused"), () -> reader.update("list-1"), () -> reader.delete("list-1"));
        String said = "";
        for (Call write : writes) {
            Refusal refusal = refusal(write);
            expect("refusal of a write", "405 MethodNotAllowed", refusal.code());
            said = refusal.code() + " " + refusal.getMessage();
        }
        return said;
    }

    private static List<String> take(Events events, int count) throws Refusal {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(events.next());
        }
        return taken;
    }

    private static List<String> names(Page page) {
        return page.names().stream().sorted(Comparator.naturalOrder()).toList();
    }

    private static Refusal refusal(Call call) {
        try {
            call.run();
        } catch (Refusal refusal) {
            return refusal;
        }
        throw new AssertionError("a call that had to be refused was not");
    }

    private static void expect(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }

    private static <T> void awaitEqual(String what, T expected, Supplier<T> read) throws InterruptedException {
        for (int tries = 0; tries < 600 && !expected.equals(read.get()); tries++) {
            Thread.sleep(50);
        }
        expect(what, expected, read.get());
    }
}
