package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The row of a service. */
final class ServiceRow {
    private static final String NONE = "<none>";

    private ServiceRow() {}

    static Row row(JsonNode service, Instant now) {
        JsonNode spec = Fields.at(service, "spec");
        return new Cells()
                .name(service)
                .text(Fields.text(spec, "type"))
                .text(clusterIp(spec))
                .text(externalIps(service))
                .text(ports(Fields.at(spec, "ports")))
                .age(service, now)
                .text(Selectors.labels(Fields.at(spec, "selector")))
                .row();
    }

    private static String clusterIp(JsonNode spec) {
        JsonNode addresses = Fields.at(spec, "clusterIPs");
        return addresses.isEmpty() ? NONE : addresses.get(0).asText();
    }

    private static String externalIps(JsonNode service) {
        List<String> fixed = new ArrayList<>();
        Fields.at(service, "spec", "externalIPs").forEach(address -> fixed.add(address.asText()));
        return switch (Fields.text(service, "spec", "type")) {
            case "ClusterIP", "NodePort" -> Joined.or(NONE, String.join(",", fixed));
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>(NetworkRows.loadBalancer(service));
                all.addAll(fixed);
                yield Joined.or("<pending>", String.join(",", all));
            }
            case "ExternalName" -> Fields.text(service, "spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String ports(JsonNode ports) {
        List<String> texts = new ArrayList<>();
        for (JsonNode port : ports) {
            long nodePort = Fields.number(port, "nodePort");
            texts.add(Fields.number(port, "port")
                    + (nodePort > 0 ? ":" + nodePort : "")
                    + "/"
                    + Fields.text(port, "protocol"));
        }
        return Joined.or(NONE, String.join(",", texts));
    }
}
