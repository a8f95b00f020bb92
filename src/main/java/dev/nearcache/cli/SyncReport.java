package dev.nearcache.cli;

import dev.nearcache.Sidecar;
import dev.nearcache.SyncProgress;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how the first sync goes: one moving line on a terminal, else a log line now and then. Confined to one context. */
final class SyncReport {
    private static final Logger LOG = LoggerFactory.getLogger(SyncReport.class);
    private static final long TERMINAL_PERIOD_MILLIS = 200;
    private static final long LOG_PERIOD_MILLIS = 5_000;

    private final Sidecar sidecar;
    private final PrintWriter err;
    private final Kind kind;
    private final long periodMillis;
    private long before;
    private long turns;

    /** Where the report goes. */
    private enum Kind {
        TERMINAL,
        LOG
    }

    private SyncReport(Sidecar sidecar, PrintWriter err, Kind kind) {
        this.sidecar = sidecar;
        this.err = err;
        this.kind = kind;
        this.periodMillis = kind == Kind.TERMINAL ? TERMINAL_PERIOD_MILLIS : LOG_PERIOD_MILLIS;
    }

    /** Reports until every type is synced. */
    static void start(Vertx vertx, Sidecar sidecar, PrintWriter err) {
        SyncReport report = new SyncReport(sidecar, err, isTerminal() ? Kind.TERMINAL : Kind.LOG);
        vertx.setPeriodic(report.periodMillis, id -> {
            if (report.turn()) {
                vertx.cancelTimer(id);
            }
        });
    }

    /** The launcher looks: Java 17 cannot tell whether standard error is a terminal. */
    private static boolean isTerminal() {
        return Boolean.getBoolean("nearcache.terminal");
    }

    private boolean turn() {
        List<SyncProgress> progress = sidecar.progress();
        long objects = progress.stream().mapToLong(SyncProgress::objects).sum();
        long synced = progress.stream().filter(SyncProgress::synced).count();
        long rate = (objects - before) * 1000 / periodMillis;
        before = objects;
        turns++;
        boolean done = synced == progress.size();
        switch (kind) {
            case TERMINAL -> terminal(objects, rate, synced, progress.size(), done);
            case LOG -> log(objects, rate, synced, progress.size(), done);
        }
        return done;
    }

    private void terminal(long objects, long rate, long synced, int types, boolean done) {
        // Back to the line's start, and clear to its end.
        String line =
                "\r\u001b[Ksyncing: " + synced + " of " + types + " types, " + objects + " objects, " + rate + "/s";
        err.print(done ? "\r\u001b[Ksynced: " + objects + " objects\n" : line);
        err.flush();
    }

    private void log(long objects, long rate, long synced, int types, boolean done) {
        LOG.atInfo()
                .addKeyValue("objects", objects)
                .addKeyValue("rate", rate)
                .addKeyValue("synced", synced)
                .addKeyValue("types", types)
                .addKeyValue("seconds", turns * periodMillis / 1000)
                .log(done ? "all types are synced" : "syncing");
    }
}
