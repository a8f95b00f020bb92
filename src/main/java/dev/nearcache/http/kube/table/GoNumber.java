package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.stream.Stream;

/** Numbers of JSON as Go has them: whole ones that fit into 64 bits, and doubles. */
final class GoNumber {
    /** The first double above all whole numbers of 64 bits. */
    private static final double OVER = 0x1p63;

    private GoNumber() {}

    /** Whether it is a whole number to Go, which takes those of more than 64 bits for broken ones. */
    static boolean isWhole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong();
    }

    static boolean isBroken(JsonNode number) {
        return number.isNumber() && !isWhole(number);
    }

    /** As a whole number, cut off; one that does not fit is the least there is, as on amd64. */
    static long whole(JsonNode number) {
        if (isWhole(number)) {
            return number.longValue();
        }
        double value = number.doubleValue();
        return value < OVER && value >= -OVER ? (long) value : Long.MIN_VALUE;
    }

    /** How Go prints a double: in powers of ten if it is large or small. */
    static String text(double number) {
        return text(number, 1e-4, 1e6);
    }

    /** How Go writes a double in JSON. */
    static String json(double number) {
        return text(number, 1e-6, 1e21).replace("e-0", "e-");
    }

    private static String text(double number, double small, double large) {
        double size = Math.abs(number);
        if (size == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal digits = shortest(number);
        if (size >= small && size < large) {
            return digits.toPlainString();
        }
        String unscaled = digits.unscaledValue().abs().toString();
        int exponent = unscaled.length() - 1 - digits.scale();
        String fraction = unscaled.length() == 1 ? "" : "." + unscaled.substring(1);
        String power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return (number < 0 ? "-" : "") + unscaled.charAt(0) + fraction + "e" + power;
    }

    /** The fewest digits that tell it from its neighbours; Java's own may be more. */
    private static BigDecimal shortest(double number) {
        BigDecimal shortest = BigDecimal.valueOf(number).stripTrailingZeros();
        Optional<BigDecimal> shorter = rounded(number, shortest.precision() - 1);
        while (shorter.isPresent()) {
            shortest = shorter.orElseThrow().stripTrailingZeros();
            shorter = rounded(number, shortest.precision() - 1);
        }
        return shortest;
    }

    /** The nearest with so many digits that is still the same double; above a power of two there is more room than below. */
    private static Optional<BigDecimal> rounded(double number, int digits) {
        return digits == 0
                ? Optional.empty()
                : Stream.of(RoundingMode.HALF_EVEN, RoundingMode.UP)
                        .map(mode -> new BigDecimal(number, new MathContext(digits, mode)))
                        .filter(shorter -> shorter.doubleValue() == number)
                        .findFirst();
    }
}
