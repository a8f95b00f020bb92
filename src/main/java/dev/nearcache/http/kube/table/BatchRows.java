package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The rows of work that comes to an end. */
final class BatchRows {
    static final Map<String, RowMaker> ROWS =
            Map.of("jobs.batch", BatchRows::job, "cronjobs.batch", BatchRows::cronJob);

    private BatchRows() {}

    private static Row job(JsonNode job, Instant now) {
        Cells cells = new Cells()
                .name(job)
                .text(status(job))
                .text(completions(job))
                .text(duration(Fields.at(job, "status"), now))
                .age(job, now);
        return WorkloadRows.containers(cells, Fields.at(job, "spec", "template"))
                .text(Selectors.orNone(Fields.at(job, "spec", "selector")))
                .row();
    }

    private static String status(JsonNode job) {
        if (Conditions.holds(job, "Complete")) {
            return "Complete";
        } else if (Conditions.holds(job, "Failed")) {
            return "Failed";
        } else if (Fields.has(job, "metadata", "deletionTimestamp")) {
            return "Terminating";
        }
        return List.of("Suspended", "FailureTarget", "SuccessCriteriaMet").stream()
                .filter(type -> Conditions.holds(job, type))
                .findFirst()
                .orElse("Running");
    }

    private static String completions(JsonNode job) {
        long succeeded = Fields.number(job, "status", "succeeded");
        if (Fields.has(job, "spec", "completions")) {
            return succeeded + "/" + Fields.number(job, "spec", "completions");
        }
        long parallelism = Fields.number(job, "spec", "parallelism");
        return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
    }

    private static String duration(JsonNode status, Instant now) {
        Instant end = Ages.instant(Fields.at(status, "completionTime")).orElse(now);
        return Ages.instant(Fields.at(status, "startTime"))
                .map(start -> Ages.human(Duration.between(start, end)))
                .orElse("");
    }

    private static Row cronJob(JsonNode cronJob, Instant now) {
        JsonNode spec = Fields.at(cronJob, "spec");
        JsonNode status = Fields.at(cronJob, "status");
        Cells cells = new Cells()
                .name(cronJob)
                .text(Fields.text(spec, "schedule"))
                .text(Fields.has(spec, "timeZone") ? Fields.text(spec, "timeZone") : "<none>")
                .text(suspended(spec))
                .number(Fields.at(status, "active").size())
                .text(
                        Fields.has(status, "lastScheduleTime")
                                ? Ages.since(Fields.at(status, "lastScheduleTime"), now)
                                : "<none>")
                .age(cronJob, now);
        JsonNode job = Fields.at(spec, "jobTemplate", "spec");
        return WorkloadRows.containers(cells, Fields.at(job, "template"))
                .text(Selectors.orNone(Fields.at(job, "selector")))
                .row();
    }

    private static String suspended(JsonNode spec) {
        if (!Fields.has(spec, "suspend")) {
            return "<unset>";
        }
        return Fields.flag(spec, "suspend") ? "True" : "False";
    }
}
