package dev.nearcache.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What one class logs at INFO and above while this is open. */
public final class CapturedLog implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    public CapturedLog(Class<?> source) {
        this(source.getName());
    }

    /** What a package and all below it log. */
    public CapturedLog(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    /** Each line as {@code LEVEL message key=value ...}. */
    public List<String> lines() {
        // The appender's own lock: other threads may be logging.
        synchronized (lines) {
            return lines.list.stream().map(CapturedLog::text).toList();
        }
    }

    private static String text(ILoggingEvent event) {
        // Who logs without pairs, as Vert.x does, gives none at all.
        String values = Stream.ofNullable(event.getKeyValuePairs())
                .flatMap(List::stream)
                .map(pair -> " " + pair.key + "=" + pair.value)
                .collect(Collectors.joining());
        return event.getLevel() + " " + event.getFormattedMessage() + values;
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }
}
