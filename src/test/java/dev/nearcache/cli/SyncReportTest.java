package dev.nearcache.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.SyncProgress;
import dev.nearcache.testing.CapturedLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is told of types that are not synced yet (WT-01..08). */
class SyncReportTest {
    private static final List<SyncProgress> HALF =
            List.of(new SyncProgress("pods", 500, false), new SyncProgress("nodes", 10, true));
    private static final List<SyncProgress> ALL =
            List.of(new SyncProgress("pods", 900, true), new SyncProgress("nodes", 10, true));

    private final AtomicReference<List<SyncProgress>> progress = new AtomicReference<>(HALF);
    private final StringWriter err = new StringWriter();

    @Test
    void logsAfterFiveSecondsAndAtOnceWhenAllIsSynced() {
        // Given
        SyncReport report = new SyncReport(progress::get, new PrintWriter(err), SyncReport.Kind.LOG);
        try (CapturedLog captured = new CapturedLog(SyncReport.class)) {
            // When
            for (int turn = 0; turn < 26; turn++) {
                assertFalse(report.turn());
            }
            progress.set(ALL);
            assertTrue(report.turn());

            // Then
            assertEquals(
                    List.of(
                            "INFO syncing objects=510 rate=102 synced=1 types=2 seconds=5",
                            "INFO all types are synced objects=910 types=2 millis=5400"),
                    captured.lines());
        }
    }

    @Test
    void saysEverMoreSeldomThatATypeIsNotSynced() {
        // Given
        SyncReport report = new SyncReport(progress::get, new PrintWriter(err), SyncReport.Kind.LOG);
        try (CapturedLog captured = new CapturedLog(SyncReport.class)) {
            // When an hour passes
            for (int turn = 0; turn < 5 * 3600; turn++) {
                report.turn();
            }

            // Then
            assertEquals(
                    List.of(5, 15, 35, 75, 155, 315, 615, 915),
                    captured.lines().stream()
                            .limit(8)
                            .map(line -> Integer.parseInt(line.replaceAll(".*seconds=", "")))
                            .toList());
            assertEquals(16, captured.lines().size());
        }
    }

    @Test
    void movesOneLineOnATerminal() {
        // Given
        SyncReport report = new SyncReport(progress::get, new PrintWriter(err), SyncReport.Kind.TERMINAL);

        // When
        report.turn();
        progress.set(ALL);
        report.turn();

        // Then
        assertEquals(
                "\r\u001b[Ksyncing: 1 of 2 types, 510 objects, 2550/s\r\u001b[Ksynced: 910 objects\n", err.toString());
    }
}
