package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the containers of a pod have come to (kubernetes-api.md 2.7, "Pod Status"). Made for one pod, whose containers it
 * walks once: first those that initialize, then, unless one of them is not done, the others.
 */
final class PodStatus {
    private static final String INIT = "Init:";
    private static final String COMPLETED = "Completed";

    private final JsonNode pod;
    private final Set<String> sidecars;
    private final Restarts restarts;
    private String reason;
    private int ready;

    /** Walks through a pod. */
    PodStatus(JsonNode pod) {
        this.pod = pod;
        this.sidecars = sidecars(pod);
        this.reason = atFirst();
        Restarts initializing = new Restarts();
        Restarts lasting = new Restarts();
        Optional<String> unfinished = initialize(initializing, lasting);
        unfinished.ifPresent(what -> reason = INIT + what);
        if (unfinished.isEmpty() || Conditions.holds(pod, "Initialized")) {
            run(lasting);
            restarts = lasting;
        } else {
            restarts = initializing;
        }
        delete();
    }

    /** One word, as {@code Running} or {@code CrashLoopBackOff}. */
    String reason() {
        return reason;
    }

    /** {@code 1/2}: the containers that are ready, of those that should be. */
    String ready() {
        return ready + "/" + (Fields.at(pod, "spec", "containers").size() + sidecars.size());
    }

    /** How often containers were started again, and how long ago the last of them ended. */
    String restarts(Instant now) {
        return restarts.text(now);
    }

    private static Set<String> sidecars(JsonNode pod) {
        Set<String> names = new HashSet<>();
        for (JsonNode container : Fields.at(pod, "spec", "initContainers")) {
            if (Fields.text(container, "restartPolicy").equals("Always")) {
                names.add(Fields.text(container, "name"));
            }
        }
        return names;
    }

    private String atFirst() {
        for (JsonNode condition : Fields.at(pod, "status", "conditions")) {
            if (Fields.text(condition, "type").equals("PodScheduled")
                    && Fields.text(condition, "reason").equals("SchedulingGated")) {
                return "SchedulingGated";
            }
        }
        return Fields.textOr(Fields.text(pod, "status", "phase"), pod, "status", "reason");
    }

    /** What the first container says that is not done initializing; empty if all are. Restarts are counted up to it. */
    private Optional<String> initialize(Restarts all, Restarts ofSidecars) {
        int index = 0;
        for (JsonNode container : Fields.at(pod, "status", "initContainerStatuses")) {
            all.add(container);
            if (isSidecar(container)) {
                ofSidecars.add(container);
            }
            JsonNode terminated = Fields.at(container, "state", "terminated");
            boolean succeeded = !terminated.isMissingNode() && Fields.number(terminated, "exitCode") == 0;
            boolean started = isSidecar(container) && Fields.flag(container, "started");
            if (!succeeded && !started) {
                return Optional.of(unfinished(container, index));
            }
            if (!succeeded && Fields.flag(container, "ready")) {
                ready++;
            }
            index++;
        }
        return Optional.empty();
    }

    private String unfinished(JsonNode container, int index) {
        JsonNode terminated = Fields.at(container, "state", "terminated");
        if (!terminated.isMissingNode()) {
            return termination(terminated);
        }
        String waiting = Fields.text(container, "state", "waiting", "reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing")
                ? index + "/" + Fields.at(pod, "spec", "initContainers").size()
                : waiting;
    }

    /** The containers proper, the last one first, so that the first one has the last word. */
    private void run(Restarts counted) {
        JsonNode containers = Fields.at(pod, "status", "containerStatuses");
        int running = 0;
        String error = "";
        for (int i = containers.size() - 1; i >= 0; i--) {
            JsonNode container = containers.get(i);
            counted.add(container);
            String waiting = Fields.text(container, "state", "waiting", "reason");
            JsonNode terminated = Fields.at(container, "state", "terminated");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (!terminated.isMissingNode()) {
                reason = termination(terminated);
                error = Fields.number(terminated, "exitCode") == 0 ? error : reason;
            } else if (Fields.flag(container, "ready") && Fields.has(container, "state", "running")) {
                running++;
            }
        }
        ready += running;
        if (reason.equals(COMPLETED)) {
            reason = completed(running, error);
        }
    }

    /** What is told of a pod of which some containers have completed. */
    private String completed(int running, String error) {
        if (running > 0 && Conditions.anyHolds(pod, "Ready")) {
            return "Running";
        } else if (!error.isEmpty()) {
            return error;
        }
        return running > 0 ? "NotReady" : COMPLETED;
    }

    private void delete() {
        if (!Fields.has(pod, "metadata", "deletionTimestamp")) {
            return;
        }
        String phase = Fields.text(pod, "status", "phase");
        if (Fields.text(pod, "status", "reason").equals("NodeLost")) {
            reason = "Unknown";
        } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
            reason = "Terminating";
        }
    }

    private boolean isSidecar(JsonNode container) {
        return sidecars.contains(Fields.text(container, "name"));
    }

    private static String termination(JsonNode terminated) {
        String reason = Fields.text(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        long signal = Fields.number(terminated, "signal");
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + Fields.number(terminated, "exitCode");
    }
}
