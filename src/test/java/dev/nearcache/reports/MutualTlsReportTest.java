package dev.nearcache.reports;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.config.ConfigException;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A report that can only come true where client certificates are asked for. */
@Tag("field-report")
class MutualTlsReportTest {
    @ParameterizedTest(name = "AU-07: no setting {0} that a reload could lose")
    @DisplayName("AU-07: the API asks for no client certificate, so there is no setting that a reload could lose")
    @ValueSource(strings = {"tls", "certFile", "keyFile", "clientCaFile", "clientAuth"})
    void servesNoMutualTls(String key) {
        String text = "apiVersion: nearcache/v1\nresources: [{resource: pods}]\napi: {" + key + ": x}\n";
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> SidecarConfig.load(
                        new ConfigFile("c.yaml", text), Map.of(), Map.of("NEARCACHE_SERVER", "https://h")));
        assertTrue(refused.toString().contains("api." + key + ": unknown key"), refused::toString);
    }
}
