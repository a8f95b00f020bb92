package dev.nearcache.query;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the mirror of one type fares.
 *
 * @param state the state in one word
 * @param reason the machine readable cause of the state, empty if there is nothing to say
 * @param message the same for people
 * @param live whether a watch is open and the API server has proved within the dead peer's limit that it is there, so
 *     that nothing is known to be missing
 * @param age since the last proof of life of all that it is made of, or since its mirror began if one never came
 * @param relists how often the type was listed after the first time, for whatever reason
 * @param lastContact when the last proof of life of all that it is made of was, empty if one never came
 * @param since while live, since when; else since when it is not, empty if it never was
 * @param lastError the last failure, overcome or not, for people; empty if there was none
 * @param lastErrorAt when that was
 * @param waitsFor what is to come next, for people; empty if nothing is awaited
 * @param unreadable the objects that came and could not be read, each with the reason: {@code namespace/name: reason}
 */
public record ResourceStatus(
        State state,
        String reason,
        String message,
        boolean live,
        Duration age,
        long relists,
        Optional<Instant> lastContact,
        Optional<Instant> since,
        String lastError,
        Optional<Instant> lastErrorAt,
        String waitsFor,
        List<String> unreadable) {

    public ResourceStatus {
        unreadable = List.copyOf(unreadable);
    }

    /** The age in whole seconds, rounded up: 0 while live, and then only. Empty if a proof of life never came. */
    public OptionalLong ageSeconds() {
        if (live) {
            return OptionalLong.of(0);
        }
        return lastContact.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, age.plusMillis(999).toSeconds()));
    }

    /** The states of a type (design section 7). */
    public enum State {
        /** Not tried yet. */
        PENDING("Pending"),
        /** The first list is on its way. */
        SYNCING("Syncing"),
        /** Complete, and kept so by a watch. */
        SYNCED("Synced"),
        /** Complete once, now without contact. */
        STALE("Stale"),
        /** The API server does not let us read it. */
        FORBIDDEN("Forbidden", Course.LASTING),
        /** The API server has no such type. */
        NOT_SERVED("NotServed", Course.LASTING),
        /** The API server does not know us. */
        UNAUTHORIZED("Unauthorized", Course.LASTING),
        /** The API server does not answer. */
        UNREACHABLE("Unreachable"),
        /** It can be listed but not watched. */
        POLLING("Polling"),
        /** It has more objects or bytes than were allowed. */
        OVER_LIMIT("OverLimit", Course.LASTING);

        private final String text;
        private final Course course;

        private enum Course {
            PASSING,
            LASTING
        }

        State(String text) {
            this(text, Course.PASSING);
        }

        State(String text, Course course) {
            this.text = text;
            this.course = course;
        }

        /** The word on the wire: {@code Synced}, {@code NotServed}. */
        public String text() {
            return text;
        }

        /** Whether it goes on until somebody changes something, rather than passes by itself. */
        public boolean lasts() {
            return course == Course.LASTING;
        }
    }
}
