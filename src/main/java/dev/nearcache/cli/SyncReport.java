package dev.nearcache.cli;

import dev.nearcache.Sidecar;
import dev.nearcache.SyncProgress;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how the first sync goes: one moving line on a terminal, else a log line now and then. Confined to one context. */
final class SyncReport {
    private static final Logger LOG = LoggerFactory.getLogger(SyncReport.class);
    private static final long PERIOD_MILLIS = 200;

    private final Supplier<List<SyncProgress>> progress;
    private final PrintWriter err;
    private final Kind kind;
    private long before;
    private long turns;
    private long told;
    private long pause;

    /** Where the report goes, and how many turns pass before it says how far things are: at first, and at most. */
    enum Kind {
        TERMINAL(1, 1),
        /** Each 5 s, then ever more seldom: a type may never be synced, and that has been said. */
        LOG(25, 1500);

        private final long first;
        private final long most;

        Kind(long first, long most) {
            this.first = first;
            this.most = most;
        }
    }

    SyncReport(Supplier<List<SyncProgress>> progress, PrintWriter err, Kind kind) {
        this.progress = progress;
        this.err = err;
        this.kind = kind;
        this.pause = kind.first;
    }

    /** Reports until every type is synced; then the heap that it took is given back. */
    static void start(Vertx vertx, Sidecar sidecar, PrintWriter err) {
        SyncReport report = new SyncReport(sidecar::progress, err, isTerminal() ? Kind.TERMINAL : Kind.LOG);
        vertx.setPeriodic(PERIOD_MILLIS, id -> {
            if (report.turn()) {
                vertx.cancelTimer(id);
                HeapReturn.afterFirstSync(vertx);
            }
        });
    }

    /** The launcher looks: Java 17 cannot tell whether standard error is a terminal. */
    private static boolean isTerminal() {
        return Boolean.getBoolean("nearcache.terminal");
    }

    /** Looks once, one period after the last look; says whether every type is synced. */
    boolean turn() {
        List<SyncProgress> types = progress.get();
        long objects = types.stream().mapToLong(SyncProgress::objects).sum();
        long synced = types.stream().filter(SyncProgress::synced).count();
        turns++;
        if (synced == types.size()) {
            done(objects, types.size());
            return true;
        }
        if (turns - told == pause) {
            // Below zero where a list began again: what is held is less than what had arrived.
            long rate = Math.max(0, (objects - before) * 1000 / (pause * PERIOD_MILLIS));
            before = objects;
            told = turns;
            pause = Math.min(kind.most, pause * 2);
            underWay(objects, rate, synced, types.size());
        }
        return false;
    }

    private void underWay(long objects, long rate, long synced, int types) {
        switch (kind) {
            // Back to the line's start, and clear to its end.
            case TERMINAL ->
                print("\r\u001b[Ksyncing: " + synced + " of " + types + " types, " + objects + " objects, " + rate
                        + "/s");
            case LOG ->
                LOG.atInfo()
                        .addKeyValue("objects", objects)
                        .addKeyValue("rate", rate)
                        .addKeyValue("synced", synced)
                        .addKeyValue("types", types)
                        .addKeyValue("seconds", turns * PERIOD_MILLIS / 1000)
                        .log("syncing");
        }
    }

    private void done(long objects, int types) {
        switch (kind) {
            case TERMINAL -> print("\r\u001b[Ksynced: " + objects + " objects\n");
            case LOG ->
                LOG.atInfo()
                        .addKeyValue("objects", objects)
                        .addKeyValue("types", types)
                        .addKeyValue("millis", turns * PERIOD_MILLIS)
                        .log("all types are synced");
        }
    }

    private void print(String text) {
        err.print(text);
        err.flush();
    }
}
