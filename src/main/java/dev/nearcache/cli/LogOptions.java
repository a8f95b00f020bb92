package dev.nearcache.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** What is logged, and how: to standard error, since results go to standard output. */
final class LogOptions {
    /** Libraries whose news below a warning is about themselves. */
    private static final List<String> QUIET = List.of("io.netty", "io.vertx");

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "text or json (NEARCACHE_LOG_FORMAT); default: ${DEFAULT-VALUE}",
            defaultValue = "${env:NEARCACHE_LOG_FORMAT:-text}")
    private LogFormat format = LogFormat.TEXT;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description = "error, warn, info, debug or trace (NEARCACHE_LOG_LEVEL); default: ${DEFAULT-VALUE}",
            defaultValue = "${env:NEARCACHE_LOG_LEVEL:-info}")
    private org.slf4j.event.Level level = org.slf4j.event.Level.INFO;

    /** Sets logging up as asked. */
    void apply() {
        apply(format, Level.convertAnSLF4JLevel(level));
    }

    /** What commands without these options log: warnings, as text. */
    static void applyDefault() {
        apply(LogFormat.TEXT, Level.WARN);
    }

    private static void apply(LogFormat format, Level level) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(format.encoder(context));
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        root.addAppender(console);
        OutOfMemory end = new OutOfMemory();
        end.setContext(context);
        end.start();
        root.addAppender(end);
        for (String library : QUIET) {
            context.getLogger(library).setLevel(level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN);
        }
    }
}
