package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The matrix of reflector.md 1.4. */
class ApiStatusTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "410,Expired,EXPIRED",
        "410,Gone,GONE",
        "410,'',GONE",
        "410,Foo,GONE",
        "200,Expired,EXPIRED",
        "410,NotFound,NOT_FOUND",
        "429,TooManyRequests,TOO_MANY_REQUESTS",
        "429,NotFound,TOO_MANY_REQUESTS",
        "500,InternalError,INTERNAL",
        "500,'',INTERNAL",
        "500,StorageReadError,REJECTED",
        "503,'',REJECTED",
        "504,Timeout,REJECTED",
        "504,'',REJECTED",
        "401,Unauthorized,UNAUTHORIZED",
        "401,'',UNAUTHORIZED",
        "403,Forbidden,FORBIDDEN",
        "404,NotFound,NOT_FOUND",
        "404,'',NOT_FOUND",
        "422,Invalid,REJECTED"
    })
    void eachStatusHasOneReason(int code, String reason, UpstreamException.Reason expected) {
        assertEquals(
                expected, UpstreamException.of(ApiStatus.of(code, reason, "no")).reason());
    }

    @Test
    void aVersionIsTooLargeByTheMessageOfACauseOfATimeout() { // RF-35
        ApiStatus.Cause cause = new ApiStatus.Cause("", "Too large resource version");
        assertTrue(new ApiStatus(504, "Timeout", "no", List.of(cause), Duration.ZERO).tooLargeVersion());
        assertFalse(new ApiStatus(500, "InternalError", "no", List.of(cause), Duration.ZERO).tooLargeVersion());
    }

    @Test
    void aVersionIsTooLargeByItsCause() { // RF-35
        ApiStatus status = new ApiStatus(
                504, "Timeout", "no", List.of(new ApiStatus.Cause("ResourceVersionTooLarge", "")), Duration.ZERO);
        assertTrue(status.tooLargeVersion());
    }

    /** client-go wants {@code details} beside the words; to believe the words alone costs one list at the newest version. */
    @Test
    void aVersionIsTooLargeByTheMessageOfATimeoutOnly() { // RF-35
        assertTrue(ApiStatus.of(504, "Timeout", "Timeout: Too large resource version: 9, current: 3")
                .tooLargeVersion());
        assertFalse(
                ApiStatus.of(400, "BadRequest", "Too large resource version").tooLargeVersion());
    }
}
