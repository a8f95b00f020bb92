package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of what leads traffic to pods, or keeps it from them. */
final class NetworkRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("services", ServiceRow::row),
            entry("endpoints", EndpointRows::endpoints),
            entry("endpointslices.discovery.k8s.io", EndpointRows::slice),
            entry("ingresses.networking.k8s.io", NetworkRows::ingress),
            entry("ingressclasses.networking.k8s.io", NetworkRows::ingressClass),
            entry("networkpolicies.networking.k8s.io", NetworkRows::networkPolicy));

    private static final String NONE = "<none>";
    private static final String DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";

    private NetworkRows() {}

    private static Row ingress(JsonNode ingress, Instant now) {
        JsonNode spec = Fields.at(ingress, "spec");
        return new Cells()
                .name(ingress)
                .text(Fields.has(spec, "ingressClassName") ? Fields.text(spec, "ingressClassName") : NONE)
                .text(hosts(Fields.at(spec, "rules")))
                .text(String.join(",", loadBalancer(ingress)))
                .text(Fields.at(spec, "tls").isEmpty() ? "80" : "80, 443")
                .age(ingress, now)
                .row();
    }

    /** As kube-apiserver counts them: rules behind the third host are more, those without a host before it, too. */
    private static String hosts(JsonNode rules) {
        List<String> hosts = new ArrayList<>();
        for (JsonNode rule : rules) {
            if (hosts.size() == Joined.SHOWN) {
                return Joined.more(hosts, rules.size() - Joined.SHOWN);
            }
            String host = Fields.text(rule, "host");
            if (!host.isEmpty()) {
                hosts.add(host);
            }
        }
        return hosts.isEmpty() ? "*" : String.join(",", hosts);
    }

    /** The addresses of a load balancer, or its names where it has no address; sorted, each once. */
    static Set<String> loadBalancer(JsonNode object) {
        Set<String> points = new TreeSet<>();
        for (JsonNode point : Fields.at(object, "status", "loadBalancer", "ingress")) {
            points.add(Fields.textOr(Fields.text(point, "hostname"), point, "ip"));
        }
        points.remove("");
        return points;
    }

    private static Row ingressClass(JsonNode ingressClass, Instant now) {
        String mark = Fields.text(ingressClass, "metadata", "annotations", DEFAULT_CLASS)
                        .equals("true")
                ? " (default)"
                : "";
        JsonNode spec = Fields.at(ingressClass, "spec");
        return new Cells()
                .text(Fields.text(ingressClass, "metadata", "name") + mark)
                .text(Fields.text(spec, "controller"))
                .text(Fields.has(spec, "parameters") ? parameters(Fields.at(spec, "parameters")) : NONE)
                .age(ingressClass, now)
                .row();
    }

    private static String parameters(JsonNode reference) {
        String group = Fields.has(reference, "apiGroup") ? "." + Fields.text(reference, "apiGroup") : "";
        return Fields.text(reference, "kind") + group + "/" + Fields.text(reference, "name");
    }

    private static Row networkPolicy(JsonNode policy, Instant now) {
        return new Cells()
                .name(policy)
                .text(Selectors.orNone(Fields.at(policy, "spec", "podSelector")))
                .age(policy, now)
                .row();
    }
}
