package dev.nearcache.cli;

import dev.nearcache.config.Spans;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations on the command line in the form that the configuration has. */
final class SpanConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Spans.positive(text);
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException(String.valueOf(wrong.getMessage()));
        }
    }
}
