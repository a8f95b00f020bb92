package dev.nearcache;

import dev.nearcache.ScopeTracker.Lapse;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.query.ResourceStatus.State;
import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.reflector.Stage;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The status of a type from that of its reflectors, one a namespace: the type is as well as the worst of them, and as
 * old as the oldest. Pure.
 */
final class MirrorStatus {
    /** What the first list and all later ones give, before anything fails. */
    private enum Data {
        NONE,
        COMPLETE
    }

    /** A list that takes longer is told of: nothing else would say that it hangs, or comes byte by byte. */
    private static final Duration SLOW = Duration.ofSeconds(30);

    private MirrorStatus() {}

    /** One reflector's part. */
    record Part(
            String namespace,
            ScopeTracker.View view,
            Instant start,
            Optional<Instant> lastProof,
            Optional<Instant> liveSince,
            boolean live,
            Optional<Instant> listingSince,
            List<String> unreadable) {
        static Part of(ScopeTracker tracker) {
            return new Part(
                    tracker.namespace(),
                    tracker.view(),
                    tracker.start(),
                    tracker.lastProof(),
                    tracker.liveSince(),
                    tracker.live(),
                    tracker.listingSince(),
                    tracker.quarantine().descriptions());
        }

        /** What is wrong, after the namespace if the type has several parts. */
        private Stream<String> trouble(Instant now) {
            String where = namespace.isEmpty() ? "" : "namespace " + namespace + ": ";
            Stream<String> failure = view.failure().stream().map(Failure::message);
            return Stream.concat(failure, slowness(now)).map(message -> where + message);
        }

        private Stream<String> slowness(Instant now) {
            return listingSince.stream()
                    .map(since -> Duration.between(since, now))
                    .filter(taken -> taken.compareTo(SLOW) > 0)
                    .map(taken -> "the list is slow: it was asked for " + taken.toSeconds() + "s ago");
        }
    }

    static ResourceStatus of(List<Part> parts, boolean synced, Instant now) {
        Data data = synced ? Data.COMPLETE : Data.NONE;
        Part worst = parts.stream()
                .max(Comparator.comparingInt(part -> severity(state(part, data))))
                .orElseThrow();
        Instant oldest = parts.stream()
                .map(part -> part.lastProof().orElse(part.start()))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Optional<Instant> contact = Optional.of(oldest)
                .filter(proof ->
                        parts.stream().allMatch(part -> part.lastProof().isPresent()));
        Optional<Failure> failure = worst.view().failure();
        boolean live = parts.stream().allMatch(Part::live);
        Optional<Lapse> last =
                parts.stream().flatMap(part -> part.view().last().stream()).max(Comparator.comparing(Lapse::at));
        return new ResourceStatus(
                state(worst, data),
                failure.map(known -> reason(known.reason())).orElse(""),
                parts.stream().flatMap(part -> part.trouble(now)).collect(Collectors.joining("; ")),
                live,
                Duration.between(oldest, now),
                parts.stream()
                        .mapToLong(part -> Math.max(0, part.view().lists() - 1))
                        .sum(),
                contact,
                live
                        ? parts.stream()
                                .flatMap(part -> part.liveSince().stream())
                                .max(Comparator.naturalOrder())
                        : contact,
                last.map(lapse -> lapse.failure().message()).orElse(""),
                last.map(Lapse::at),
                waitsFor(worst, now),
                parts.stream().flatMap(part -> part.unreadable().stream()).toList());
    }

    private static String waitsFor(Part part, Instant now) {
        return switch (part.view().phase()) {
            case PENDING -> "the first request";
            case LISTING ->
                "a list"
                        + part.listingSince()
                                .map(since -> ", since " + since.truncatedTo(ChronoUnit.SECONDS))
                                .orElse("");
            case OPENING -> "a watch to be opened";
            case WATCHING -> part.live() ? "" : "a sign of life";
            case WAITING ->
                "the next try in "
                        + part.view()
                                .last()
                                .map(lapse -> Duration.between(now, lapse.nextTry()))
                                .filter(left -> !left.isNegative())
                                .map(left -> left.plusMillis(999).toSeconds())
                                .orElse(0L)
                        + "s";
        };
    }

    private static State state(Part part, Data data) {
        return part.view().failure().map(failure -> failed(part, failure, data)).orElseGet(() -> switch (data) {
            case COMPLETE -> part.live() ? State.SYNCED : State.STALE;
            case NONE -> part.view().phase() == ScopeTracker.Phase.PENDING ? State.PENDING : State.SYNCING;
        });
    }

    private static State failed(Part part, Failure failure, Data data) {
        return switch (failure.reason()) {
            case FORBIDDEN -> State.FORBIDDEN;
            case UNAUTHORIZED -> State.UNAUTHORIZED;
            case NOT_FOUND -> State.NOT_SERVED;
            case NOT_OFFERED ->
                failure.stage() == Stage.WATCH_OPEN
                        ? State.POLLING
                        : data == Data.COMPLETE ? State.STALE : State.SYNCING;
            // What was listed since fits; it is not watched yet.
            case OVER_LIMIT -> data == Data.COMPLETE ? State.STALE : State.OVER_LIMIT;
            case CONNECTION_REFUSED, UNREACHABLE -> data == Data.COMPLETE ? State.STALE : State.UNREACHABLE;
            case EXPIRED,
                    GONE,
                    TOO_LARGE_VERSION,
                    TOO_MANY_REQUESTS,
                    INTERNAL,
                    REJECTED,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH ->
                data == Data.COMPLETE ? (part.live() ? State.SYNCED : State.STALE) : State.SYNCING;
        };
    }

    /** The reason as a Kubernetes reason is written. */
    private static String reason(Reason reason) {
        return switch (reason) {
            case EXPIRED -> "Expired";
            case GONE -> "Gone";
            case TOO_LARGE_VERSION -> "ResourceVersionTooLarge";
            case TOO_MANY_REQUESTS -> "TooManyRequests";
            case CONNECTION_REFUSED -> "ConnectionRefused";
            case UNAUTHORIZED -> "Unauthorized";
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "NotFound";
            case NOT_OFFERED -> "MethodNotAllowed";
            case INTERNAL -> "InternalError";
            case REJECTED -> "Rejected";
            case UNREACHABLE -> "Unreachable";
            case BAD_ANSWER -> "BadAnswer";
            case VERY_SHORT_WATCH -> "VeryShortWatch";
            case OVER_LIMIT -> "OverLimit";
        };
    }

    private static int severity(State state) {
        return switch (state) {
            case SYNCED -> 0;
            case POLLING -> 1;
            case STALE -> 2;
            case SYNCING -> 3;
            case PENDING -> 4;
            case OVER_LIMIT -> 5;
            case UNREACHABLE -> 6;
            case UNAUTHORIZED -> 7;
            case FORBIDDEN -> 8;
            case NOT_SERVED -> 9;
        };
    }
}
