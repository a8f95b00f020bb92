package dev.nearcache.http.kube;

import dev.nearcache.resource.Quoted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as Go writes them, {@code 1h30m}, with the messages of its {@code time.ParseDuration}. Their nanoseconds must
 * be a number of 64 bits, so they are counted exactly.
 */
final class GoDuration {
    private static final Pattern PART = Pattern.compile("([0-9]*)(\\.?)([0-9]*)([^.0-9]*)", Pattern.DOTALL);
    private static final Map<String, Long> NANOS = Map.of(
            "ns",
            1L,
            "us",
            1_000L,
            "\u00b5s",
            1_000L,
            "\u03bcs",
            1_000L,
            "ms",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L);

    /** No more digits after the point can make a nanosecond, even of hours. */
    private static final int FRACTION = 18;

    /** No number with more digits is one of 64 bits. */
    private static final int LONGEST = 20;

    private GoDuration() {}

    /** @throws IllegalArgumentException with Go's message, if it is none */
    static Duration parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        if (rest.isEmpty()) {
            throw invalid(text);
        }
        BigInteger nanos = BigInteger.ZERO;
        Matcher part = PART.matcher(rest);
        while (part.lookingAt() && part.start() < rest.length()) {
            nanos = nanos.add(nanos(text, part));
            part.region(part.end(), rest.length());
        }
        BigInteger signed = negative ? nanos.negate() : nanos;
        if (signed.bitLength() > 63) {
            throw invalid(text);
        }
        return Duration.ofNanos(signed.longValueExact());
    }

    private static BigInteger nanos(String text, Matcher part) {
        if (part.group(1).isEmpty() && part.group(3).isEmpty()) {
            throw invalid(text);
        }
        String unit = part.group(4);
        if (unit.isEmpty()) {
            throw new IllegalArgumentException("time: missing unit in duration " + Quoted.of(text));
        }
        Long size = NANOS.get(unit);
        if (size == null) {
            throw new IllegalArgumentException(
                    "time: unknown unit " + Quoted.of(unit) + " in duration " + Quoted.of(text));
        }
        String whole = part.group(1).replaceFirst("^0+", "");
        if (whole.length() > LONGEST) {
            throw invalid(text);
        }
        String fraction = part.group(3).substring(0, Math.min(part.group(3).length(), FRACTION));
        return new BigDecimal("0" + whole + "." + fraction + "0")
                .multiply(BigDecimal.valueOf(size))
                .toBigInteger();
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("time: invalid duration " + Quoted.of(text));
    }
}
