package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells of states that no corpus can bring about by creating objects; they were taken from a real API server. */
class DecidedRowsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String row(String type, String object) throws Exception {
        JsonNode tree = JSON.readTree(object);
        return JSON.writeValueAsString(Printers.builtIn(PrintersTest.type(type))
                .row(tree, Instant.parse("2026-01-01T00:00:00Z"))
                .cells());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Pending | {}
            Approved | {"conditions":[{"type":"Approved","status":"True"}]}
            Denied | {"conditions":[{"type":"Denied","status":"True"}]}
            Approved,Failed | {"conditions":[{"type":"Approved","status":"True"},{"type":"Failed","status":"True"}]}
            Approved,Issued | {"certificate":"QQ==","conditions":[{"type":"Approved","status":"True"}]}
            """)
    void aSigningRequestSaysWhatBecameOfIt(String condition, String status) throws Exception {
        assertEquals(
                "[\"\",\"<unknown>\",\"<none>\",\"\",\"<none>\",\"" + condition + "\"]",
                row("certificatesigningrequests.certificates.k8s.io", "{\"status\":" + status + "}"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            cpu: <unknown>/80% | "targetCPUUtilizationPercentage":80 | | []
            cpu: 41%/80% | "targetCPUUtilizationPercentage":80 | | [{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":41,"currentAverageValue":"410m"}}]
            cpu: 2/1500m | | [{"type":"ContainerResource","containerResource":{"name":"cpu","targetAverageValue":"1500m","container":"c"}}] | [{"type":"ContainerResource","containerResource":{"name":"cpu","currentAverageValue":"2","container":"c"}}]
            4/10, 4/10 (avg) | | [{"type":"External","external":{"metricName":"q","targetValue":"10"}},{"type":"External","external":{"metricName":"q","targetAverageValue":"10"}}] | [{"type":"External","external":{"metricName":"q","currentValue":"4"}},{"type":"External","external":{"metricName":"q","currentValue":"0","currentAverageValue":"4"}}]
            4/10, 4/10 (avg) | | [{"type":"Object","object":{"metricName":"qps","targetValue":"10"}},{"type":"Object","object":{"metricName":"qps","targetValue":"0","averageValue":"10"}}] | [{"type":"Object","object":{"metricName":"qps","currentValue":"4"}},{"type":"Object","object":{"metricName":"qps","currentValue":"0","averageValue":"4"}}]
            1200m/1k, <unknown>/5 | | [{"type":"Pods","pods":{"metricName":"qps","targetAverageValue":"1k"}},{"type":"Pods","pods":{"metricName":"rps","targetAverageValue":"5"}}] | [{"type":"Pods","pods":{"metricName":"qps","currentAverageValue":"1200m"}}]
            cpu: <unknown>/80%, memory: <unknown>/80% + 2 more... | "targetCPUUtilizationPercentage":80 | [{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":80}},{"type":"Pods","pods":{}},{"type":"External","external":{}}] | []
            <none> | | not JSON | []
            """)
    void anAutoscalerOfVersion1ShowsTheMetricsOfItsAnnotations(
            String targets, @Nullable String field, @Nullable String metrics, String measured) throws Exception {
        String annotation = "autoscaling.alpha.kubernetes.io/";
        ObjectNode autoscaler = JSON.createObjectNode().put("apiVersion", "autoscaling/v1");
        autoscaler
                .putObject("metadata")
                .putObject("annotations")
                .put(annotation + "metrics", metrics == null ? "[]" : metrics)
                .put(annotation + "current-metrics", measured);
        autoscaler.set("spec", JSON.readTree("{" + (field == null ? "" : field) + "}"));
        JsonNode cells = JSON.readTree(row("horizontalpodautoscalers.autoscaling", autoscaler.toString()));
        assertEquals(targets, cells.path(2).asText());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ["etcd-0","Healthy","ok",""] | [{"type":"Healthy","status":"True","message":"ok"}]
            ["etcd-0","Unhealthy","Get: refused",""] | [{"type":"Healthy","status":"False","message":"Get: refused"}]
            ["etcd-0","Unhealthy","","e"] | [{"type":"Other"},{"type":"Healthy","status":"Unknown","error":"e"}]
            ["etcd-0","Unhealthy","",""] | []
            """)
    void aComponentIsHealthyIfItSaysSo(String cells, String conditions) throws Exception {
        assertEquals(
                cells,
                row("componentstatuses", "{\"metadata\":{\"name\":\"etcd-0\"},\"conditions\":" + conditions + "}"));
    }
}
