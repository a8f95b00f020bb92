package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Failures in an API server's words, or in those of something in between (reflector.md 1.4). */
final class Refusals {
    private static final String HINT = "\"details\":{\"retryAfterSeconds\":" + Script.HINT.toSeconds() + "},";
    private static final String CAUSE_TYPE =
            "\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\",\"message\":\"in the future\"}]},";
    private static final String CAUSE_MESSAGE =
            "\"details\":{\"causes\":[{\"message\":\"Too large resource version\"}]},";
    private static final String NO_CAUSE = "\"details\":{\"name\":\"x\"},";

    /** All that are about the version asked for. */
    private static final List<Refusal> OF_VERSION = List.of(
            status(410, "Expired", "", Trait.VERSION_REFUSED),
            status(410, "Gone", "", Trait.VERSION_REFUSED),
            status(410, "", "", Trait.VERSION_REFUSED),
            status(410, "Foo", "", Trait.VERSION_REFUSED),
            status(504, "Timeout", CAUSE_TYPE, Trait.VERSION_REFUSED),
            status(504, "Timeout", CAUSE_MESSAGE, Trait.VERSION_REFUSED),
            worded(504, "Timeout", NO_CAUSE, "Too large resource version: 9, current: 7", Trait.VERSION_REFUSED));

    private static final List<Refusal> OTHERS = List.of(
            status(429, "TooManyRequests", ""),
            status(429, "TooManyRequests", HINT, Trait.HINT),
            status(429, "NotFound", ""),
            status(500, "InternalError", ""),
            status(500, "", ""),
            status(500, "StorageReadError", ""),
            status(503, "ServiceUnavailable", ""),
            status(503, "", ""),
            status(504, "Timeout", ""),
            worded(504, "Timeout", "", "Too large resource version: 9, current: 7", Trait.WORDS_ALONE),
            status(401, "Unauthorized", ""),
            status(403, "Forbidden", ""),
            status(404, "NotFound", ""),
            status(410, "NotFound", ""),
            status(400, "BadRequest", ""),
            status(405, "MethodNotAllowed", "", Trait.NOT_OFFERED),
            status(409, "Conflict", ""),
            status(422, "Invalid", ""));

    private static final List<Integer> BARE = List.of(400, 401, 403, 404, 410, 422, 429, 500, 502, 503, 504, 599);

    private Refusals() {}

    /** One failure: its Status, or a text that is none. */
    record Refusal(int code, String body, List<Trait> traits) {
        /** As an answer to any request. */
        Answer answer() {
            return Answer.whole(code + " " + body, code, body, traits.toArray(Trait[]::new));
        }
    }

    /** A failure with a Status, of which a third is about the version. */
    static Refusal status(RandomGenerator random) {
        return random.nextInt(3) == 0 ? ofVersion(random) : any(OTHERS, random);
    }

    static Refusal ofVersion(RandomGenerator random) {
        return any(OF_VERSION, random);
    }

    /** What is answered to a version that cannot be used at all. */
    static Answer useless() {
        return status(500, "InternalError", "").answer();
    }

    /** Any failure, now and then without a Status. */
    static Refusal answer(RandomGenerator random) {
        return random.nextInt(4) == 0 ? bare(any(BARE, random)) : status(random);
    }

    private static Refusal bare(int code) {
        return new Refusal(code, "<html>" + code + "</html>", code == 410 ? List.of(Trait.VERSION_REFUSED) : List.of());
    }

    private static Refusal status(int code, String reason, String details, Trait... traits) {
        return worded(code, reason, details, "no", traits);
    }

    private static Refusal worded(int code, String reason, String details, String message, Trait... traits) {
        String body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                + message + "\"," + (reason.isEmpty() ? "" : "\"reason\":\"" + reason + "\",") + details + "\"code\":"
                + code + "}";
        return new Refusal(code, body, new ArrayList<>(List.of(traits)));
    }

    private static <T> T any(List<T> all, RandomGenerator random) {
        return all.get(random.nextInt(all.size()));
    }
}
