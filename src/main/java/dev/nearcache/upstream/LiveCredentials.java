package dev.nearcache.upstream;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Whom we believe and who we are, as the files say it now. May be asked on any thread. */
final class LiveCredentials {
    /** What may stand in a header; anything else would be a file of another kind. */
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");

    private final Vertx vertx;
    private final ClusterAccess access;
    private final Rotation authorizationFiles;
    private final Rotation tlsFiles;
    private volatile String authorization = "";
    private volatile ClientSSLOptions tls = new ClientSSLOptions();

    /**
     * Reads all files, so it blocks.
     *
     * @throws ClusterAccessException naming the file that cannot be read or is of no use
     */
    LiveCredentials(Vertx vertx, ClusterAccess access) {
        this.vertx = vertx;
        this.access = access;
        this.authorizationFiles = new Rotation("token", authorizationMaterials(), this::authorize);
        this.tlsFiles = new Rotation("certificates", tlsMaterials(), this::secure);
    }

    /** The Authorization header, empty for none. */
    String authorization() {
        return authorization;
    }

    /** What new connections are to be secured with. */
    ClientSSLOptions tls() {
        return tls;
    }

    /** Whether anything can change at all. */
    boolean rotates() {
        return authorizationFiles.rotates() || tlsFiles.rotates();
    }

    /** Reads the files again, so it blocks; looks must not overlap. Says whether {@link #tls} has changed. */
    boolean look() {
        authorizationFiles.look();
        return tlsFiles.look();
    }

    private List<Material> authorizationMaterials() {
        if (access.authorization() instanceof ClusterAccess.Bearer bearer) {
            return List.of(bearer.token());
        }
        return access.authorization() instanceof ClusterAccess.Basic basic ? List.of(basic.password()) : List.of();
    }

    private void authorize(Map<Material, String> contents) {
        if (access.authorization() instanceof ClusterAccess.Bearer bearer) {
            String token = contents.getOrDefault(bearer.token(), "").strip();
            if (!TOKEN.matcher(token).matches()) {
                throw new ClusterAccessException(name(bearer.token()) + " holds no token");
            }
            authorization = "Bearer " + token;
        } else if (access.authorization() instanceof ClusterAccess.Basic basic) {
            String pair = basic.user() + ":" + contents.getOrDefault(basic.password(), "");
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<Material> tlsMaterials() {
        List<Material> materials = new ArrayList<>();
        if (access.trust() instanceof ClusterAccess.Authorities authorities) {
            materials.add(authorities.pem());
        }
        access.certificate().ifPresent(pair -> materials.addAll(List.of(pair.certificate(), pair.key())));
        return materials;
    }

    private void secure(Map<Material, String> contents) {
        boolean anyone = access.trust() instanceof ClusterAccess.Anyone;
        ClientSSLOptions options = new ClientSSLOptions();
        options.setTrustAll(anyone).setHostnameVerificationAlgorithm(anyone ? "" : "HTTPS");
        if (access.trust() instanceof ClusterAccess.Authorities authorities) {
            PemTrustOptions trust = new PemTrustOptions().addCertValue(pem(contents, authorities.pem()));
            usable(authorities.pem(), () -> trust.getTrustManagerFactory(vertx));
            options.setTrustOptions(trust);
        }
        access.certificate().ifPresent(pair -> {
            PemKeyCertOptions own = new PemKeyCertOptions()
                    .addCertValue(pem(contents, pair.certificate()))
                    .addKeyValue(pem(contents, pair.key()));
            usable(pair.certificate(), () -> own.getKeyManagerFactory(vertx));
            options.setKeyCertOptions(own);
        });
        tls = options;
    }

    private static Buffer pem(Map<Material, String> contents, Material material) {
        return Buffer.buffer(contents.getOrDefault(material, "").getBytes(StandardCharsets.ISO_8859_1));
    }

    private interface Loading {
        Object load() throws Exception;
    }

    /** Found out now and said clearly, rather than at the next handshake. */
    private static void usable(Material material, Loading loading) {
        try {
            loading.load();
        } catch (Exception unusable) { // the signature of the platform's factories; each failure means the same here
            throw new ClusterAccessException(
                    name(material) + " holds no usable certificate or key: " + unusable.getMessage(), unusable);
        }
    }

    private static String name(Material material) {
        return material instanceof Material.InFile file
                ? file.setting() + ": the file " + file.path()
                : "what is given in the configuration";
    }
}
