package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The rows of the addresses behind a service. */
final class EndpointRows {
    private static final String UNSET = "<unset>";

    private EndpointRows() {}

    static Row endpoints(JsonNode endpoints, Instant now) {
        JsonNode subsets = Fields.at(endpoints, "subsets");
        return new Cells()
                .name(endpoints)
                .text(subsets.isEmpty() ? "<none>" : Joined.first(addresses(subsets)))
                .age(endpoints, now)
                .row();
    }

    /** Each address with each of the ports of its subset; alone if there are none. */
    private static List<String> addresses(JsonNode subsets) {
        List<String> texts = new ArrayList<>();
        for (JsonNode subset : subsets) {
            List<String> addresses = Joined.texts(Fields.at(subset, "addresses"), "ip");
            JsonNode ports = Fields.at(subset, "ports");
            if (ports.isEmpty()) {
                texts.addAll(addresses);
            }
            for (JsonNode port : ports) {
                String number = Fields.text(port, "port");
                addresses.forEach(
                        address -> texts.add((address.contains(":") ? "[" + address + "]" : address) + ":" + number));
            }
        }
        return texts;
    }

    static Row slice(JsonNode slice, Instant now) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : Fields.at(slice, "ports")) {
            String any = Fields.has(port, "name") ? Fields.text(port, "name") : "*";
            ports.add(Fields.has(port, "port") ? Fields.text(port, "port") : any);
        }
        List<String> addresses = new ArrayList<>();
        for (JsonNode endpoint : Fields.at(slice, "endpoints")) {
            Fields.at(endpoint, "addresses").forEach(address -> addresses.add(address.asText()));
        }
        return new Cells()
                .name(slice)
                .text(Fields.text(slice, "addressType"))
                .text(Joined.or(UNSET, Joined.first(ports)))
                .text(Joined.or(UNSET, Joined.first(addresses)))
                .age(slice, now)
                .row();
    }
}
