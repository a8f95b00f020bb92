package dev.nearcache.twin;

import dev.nearcache.twin.Moment.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One script as it is played to one client. Safe from any thread: the server's and the client's take turns. */
final class Play {
    private final Script script;
    private final List<Moment> moments = new ArrayList<>();
    private Duration now = Duration.ZERO;
    private int requests;

    Play(Script script) {
        this.script = script;
    }

    Script script() {
        return script;
    }

    /** Whether the next request is to find nobody listening. */
    synchronized boolean refusesNext() {
        return script.refused().contains(requests);
    }

    /** Notes a request that found nobody listening. */
    synchronized void refused(Request request) {
        requests++;
        moments.add(new Asked(request, Answer.NOBODY));
    }

    /** Answers a request; those that were refused in between never came here, but count. */
    synchronized Answer answer(Request request) {
        while (refusesNext()) {
            refused(request);
        }
        Answer answer = script.answer(requests++, request);
        now = now.plus(answer.lasts());
        moments.add(new Asked(request, answer));
        return answer;
    }

    /** Notes a wait, which lets virtual time pass. */
    synchronized void waited(Duration delay) {
        moments.add(new Moment.Waited(delay, now));
        now = now.plus(delay);
    }

    /** The virtual time since the start. */
    synchronized Duration now() {
        return now;
    }

    /** The requests among the moments. */
    synchronized List<Asked> asked() {
        return moments.stream()
                .filter(Asked.class::isInstance)
                .map(Asked.class::cast)
                .toList();
    }

    synchronized List<Moment> moments() {
        return List.copyOf(moments);
    }
}
