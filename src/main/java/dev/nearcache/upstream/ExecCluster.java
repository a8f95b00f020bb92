package dev.nearcache.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What an exec plugin is told of the cluster, where it asks for it.
 *
 * @param known its members but for the authorities
 * @param authorities whom we believe there, as they are when the plugin is run
 */
public record ExecCluster(ObjectNode known, Optional<Material> authorities) {
    /** Blocks while a file is read. */
    ObjectNode json() {
        ObjectNode json = known.deepCopy();
        authorities.ifPresent(pem -> json.put(
                "certificate-authority-data",
                Base64.getEncoder().encodeToString(pem.read().getBytes(StandardCharsets.ISO_8859_1))));
        return json;
    }
}
