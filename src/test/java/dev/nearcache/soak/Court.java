package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Everything that is judged, and what it is judged by. Confined to the script's thread once the clients have begun. */
final class Court {
    private final Truth truth;
    private final Findings findings;
    private final Map<SoakType, Spans> spans = new EnumMap<>(SoakType.class);
    private final Map<SoakType, Relists> relists = new EnumMap<>(SoakType.class);
    private final Healing healing;
    private final List<Channel> channels = new ArrayList<>();

    Court(Truth truth, Findings findings) {
        this.truth = truth;
        this.findings = findings;
        this.healing = new Healing(findings);
        for (SoakType type : SoakType.values()) {
            spans.put(type, new Spans());
            relists.put(type, new Relists());
        }
    }

    /** A new channel; before the clients begin. */
    Channel channel(String client, SoakType type, Selector selector) {
        Judge judge = judge(client, type, selector);
        Channel channel = new Channel(client, type, selector, judge);
        channels.add(channel);
        return channel;
    }

    private Judge judge(String client, SoakType type, Selector selector) {
        History history = truth.of(type);
        return switch (type.order()) {
            case OF_THE_TYPE -> new SequenceJudge(client, selector, history, of(type), findings);
            case OF_EACH_OBJECT ->
                new ObjectJudge(client, selector, history, new Union(history, type), relists(type), findings);
        };
    }

    private Relists relists(SoakType type) {
        return Objects.requireNonNull(relists.get(type), type::toString);
    }

    Spans of(SoakType type) {
        Spans found = spans.get(type);
        if (found == null) {
            throw new IllegalArgumentException("no spans of " + type);
        }
        return found;
    }

    Truth truth() {
        return truth;
    }

    /** Learns what has happened; judges what was seen before the last look, if the sidecar says how it stands. */
    void look(SidecarStatus status) {
        channels.forEach(Channel::drain);
        truth.pull();
        relists.forEach((type, known) -> known.reached(truth.of(type).newest().version()));
        Map<SoakType, Spans.Look> looks = status.ask();
        if (!looks.isEmpty()) {
            looks.forEach((type, look) -> {
                of(type).add(look);
                relists(type).counted(look.relists());
            });
            channels.forEach(Channel::judgeHeld);
            heal(looks);
        }
    }

    /** By the first of the clients that follow the type as a whole, which is never slow. */
    private void heal(Map<SoakType, Spans.Look> looks) {
        Spans.Look look = Objects.requireNonNull(looks.get(SoakType.REPLICASETS));
        channels.stream()
                .filter(channel -> channel.type() == SoakType.REPLICASETS
                        && channel.selector().equals(Selector.ALL))
                .findFirst()
                .ifPresent(channel -> healing.look(look, truth.of(SoakType.REPLICASETS), channel.judge()));
    }

    /** How changes in silence came to be known. */
    Healing healing() {
        return healing;
    }

    /** Those clients that do not have what there is now, and what they lack. */
    List<String> differing() {
        List<String> differing = new ArrayList<>();
        for (Channel channel : channels) {
            String difference =
                    channel.judge().difference(truth.of(channel.type()).newest().now());
            if (!difference.isEmpty()) {
                differing.add(channel.client() + ": " + channel.type() + ": " + difference);
            }
        }
        return differing;
    }

    /** Says of each client that still differs that it has lost something. */
    void sentence() {
        for (Channel channel : channels) {
            String difference =
                    channel.judge().difference(truth.of(channel.type()).newest().now());
            if (!difference.isEmpty()) {
                findings.add(
                        Finding.LOST,
                        channel.client(),
                        channel.type() + " at a quiet point: " + difference,
                        channel.judge().recent());
            }
        }
    }

    /** Those types of which the sidecar still shows what was there before the versions went back. */
    List<SoakType> ofTheEpochBefore() {
        List<SoakType> behind = new ArrayList<>();
        spans.forEach((type, known) -> {
            History history = truth.of(type);
            if (history.of(known.version()) != history.newest()) {
                behind.add(type);
            }
        });
        return behind;
    }

    /** The versions have gone back. */
    void restored() {
        spans.values().forEach(Spans::lenient);
        relists.forEach((type, known) -> known.reached(truth.of(type).newest().start()));
    }

    long exact() {
        return channels.stream().mapToLong(channel -> channel.judge().exact()).sum();
    }

    long lenient() {
        return channels.stream().mapToLong(channel -> channel.judge().lenient()).sum();
    }

    long relists() {
        return spans.values().stream().mapToLong(Spans::relists).sum();
    }
}
