package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.upstream.UpstreamException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bare code becomes: reflector.md 1.13; what a wish to wait becomes. */
class StatusReaderTest {
    @ParameterizedTest
    @CsvSource({
        "400,BadRequest,REJECTED",
        "401,Unauthorized,UNAUTHORIZED",
        "403,Forbidden,FORBIDDEN",
        "404,NotFound,NOT_FOUND",
        "410,'',GONE",
        "418,'',REJECTED",
        "429,TooManyRequests,TOO_MANY_REQUESTS",
        "500,InternalError,INTERNAL",
        "502,InternalError,INTERNAL",
        "503,ServiceUnavailable,REJECTED",
        "504,Timeout,REJECTED"
    })
    void makesAStatusOfABareCode(int code, String reason, Reason expected) {
        for (String body : new String[] {"", "<html>Bad</html>", "{\"kind\":\"Other\"}", "[", "null"}) {
            // When
            ApiStatus status =
                    StatusReader.ofAnswer(code, body.getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(2));

            // Then
            assertEquals(reason, status.reason());
            assertEquals(code, status.code());
            assertEquals(expected, UpstreamException.of(status).reason());
            assertEquals(Duration.ofSeconds(2), status.retryAfter());
        }
    }

    @ParameterizedTest
    @CsvSource({"1,5,5", "5,1,5", "0,0,0", "-4,0,0", "99999999999,0,300"})
    void theLongerWishCounts(long inside, long header, long expected) {
        String body = "{\"kind\":\"Status\",\"details\":{\"retryAfterSeconds\":" + inside + "}}";
        ApiStatus status =
                StatusReader.ofAnswer(429, body.getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(header));
        assertEquals(Duration.ofSeconds(expected), status.retryAfter());
        assertEquals(429, status.code());
    }

    @ParameterizedTest
    @CsvSource({
        "7,,7",
        "' 7 ',,7",
        "-1,,0",
        "soon,,0",
        "'Mon, 30 Nov 2026 10:00:30 GMT','Mon, 30 Nov 2026 10:00:00 GMT',30",
        "'Mon, 30 Nov 2026 09:00:00 GMT','Mon, 30 Nov 2026 10:00:00 GMT',0",
        "'Mon, 30 Nov 2026 10:00:30 GMT',,0",
        ",'Mon, 30 Nov 2026 10:00:00 GMT',0"
    })
    void readsRetryAfterAsSecondsOrDate(String header, String date, long seconds) {
        assertEquals(Duration.ofSeconds(seconds), RetryAfter.header(header, date));
    }

    @Test
    void theCodeOfTheStatusWinsAndAMissingOneIsTheAnswers() {
        assertEquals(
                410,
                StatusReader.ofAnswer(
                                400,
                                "{\"kind\":\"Status\",\"code\":410}".getBytes(StandardCharsets.UTF_8),
                                Duration.ZERO)
                        .code());
        assertEquals(
                400,
                StatusReader.ofAnswer(400, "{\"kind\":\"Status\"}".getBytes(StandardCharsets.UTF_8), Duration.ZERO)
                        .code());
    }
}
