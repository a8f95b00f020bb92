package dev.nearcache.upstream;

import dev.nearcache.upstream.ClusterAccess.Anyone;
import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.Grant.Header;
import dev.nearcache.upstream.Identity.Basic;
import dev.nearcache.upstream.Identity.Bearer;
import dev.nearcache.upstream.Identity.ClientCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whom we believe and who we are now: what the files say, and what a plugin said last. Any thread may ask; what reads
 * files blocks, one after the other.
 */
final class LiveCredentials {
    /** What may stand in a header; anything else would be a file of another kind. */
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");

    private final Vertx vertx;
    private final ClusterAccess access;
    private final Rotation authorizationFiles;
    private final Rotation trustFiles;
    private final Rotation certificateFiles;
    private final Wakes renewals = new Wakes();

    private Optional<TrustOptions> trust = Optional.empty();
    private Optional<KeyCertOptions> certificate = Optional.empty();
    private String authorization = "";
    private Optional<ExecCredential> said = Optional.empty();
    private volatile Grant grant = new Grant(List.of(), new ClientSSLOptions());

    /**
     * Reads all files, so it blocks.
     *
     * @throws ClusterAccessException naming the file that cannot be read or is of no use
     */
    LiveCredentials(Vertx vertx, ClusterAccess access) {
        this.vertx = vertx;
        this.access = access;
        this.authorizationFiles = new Rotation("token", authorizationMaterials(), this::authorize);
        this.trustFiles = new Rotation("authorities", trustMaterials(), this::believe);
        this.certificateFiles = new Rotation("client certificate", certificateMaterials(), this::identify);
        renew();
    }

    /** What a request is to be sent with now. */
    Grant grant() {
        return grant;
    }

    /** Who is told, of whatever origin, when there is another grant than before. */
    Wakes renewals() {
        return renewals;
    }

    /** Whether any file can change at all. */
    boolean rotates() {
        return authorizationFiles.rotates() || trustFiles.rotates() || certificateFiles.rotates();
    }

    /** Reads the files again and takes over what has changed for good. */
    synchronized void look() {
        boolean token = authorizationFiles.look();
        boolean authorities = trustFiles.look();
        boolean own = certificateFiles.look();
        if (token || authorities || own) {
            renew();
        }
    }

    /** Reads the files again and takes over a changed token at once: the one in use was refused, so none can be worse. */
    synchronized void reread() {
        if (authorizationFiles.adoptNow()) {
            renew();
        }
    }

    /**
     * Takes over what a plugin said.
     *
     * @param name of the plugin
     * @throws ClusterAccessException if it is of no use; then the former stays in force
     */
    synchronized void adopt(String name, ExecCredential credential) {
        if (!credential.token().isEmpty() && !TOKEN.matcher(credential.token()).matches()) {
            throw new ClusterAccessException(name + " printed a token that cannot stand in a header");
        }
        if (!sameCertificate(credential)) {
            certificate = credential.hasCertificate()
                    ? Optional.of(Certificates.own(vertx, name, credential.certificate(), credential.key()))
                    : Optional.empty();
        }
        authorization = credential.token().isEmpty() ? "" : "Bearer " + credential.token();
        said = Optional.of(credential);
        renew();
    }

    /** A certificate that is configured wins over a plugin's, as in client-go. */
    private boolean sameCertificate(ExecCredential credential) {
        boolean same = said.map(ExecCredential::certificate).orElse("").equals(credential.certificate())
                && said.map(ExecCredential::key).orElse("").equals(credential.key());
        return same || access.identity().certificate().isPresent();
    }

    private void renew() {
        boolean anyone = access.trust() instanceof Anyone;
        ClientSSLOptions tls = new ClientSSLOptions();
        tls.setTrustAll(anyone).setHostnameVerificationAlgorithm(anyone ? "" : "HTTPS");
        trust.ifPresent(tls::setTrustOptions);
        certificate.ifPresent(tls::setKeyCertOptions);
        List<Header> headers = new ArrayList<>(access.identity().impersonation().headers());
        if (!authorization.isEmpty()) {
            headers.add(new Header("Authorization", authorization));
        }
        Grant renewed = new Grant(headers, tls);
        if (!renewed.equals(grant)) {
            grant = renewed;
            renewals.all();
        }
    }

    private List<Material> authorizationMaterials() {
        if (access.identity().authorization() instanceof Bearer bearer) {
            return List.of(bearer.token());
        }
        return access.identity().authorization() instanceof Basic basic ? List.of(basic.password()) : List.of();
    }

    private void authorize(Map<Material, String> contents) {
        if (access.identity().authorization() instanceof Bearer bearer) {
            String token = contents.getOrDefault(bearer.token(), "").strip();
            if (!TOKEN.matcher(token).matches()) {
                throw new ClusterAccessException(bearer.token().name() + " holds no token");
            }
            authorization = "Bearer " + token;
        } else if (access.identity().authorization() instanceof Basic basic) {
            String pair = basic.user() + ":" + contents.getOrDefault(basic.password(), "");
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<Material> trustMaterials() {
        return access.trust() instanceof Authorities authorities ? List.of(authorities.pem()) : List.of();
    }

    private void believe(Map<Material, String> contents) {
        if (access.trust() instanceof Authorities authorities) {
            Material pem = authorities.pem();
            trust = Optional.of(Certificates.trust(vertx, pem.name(), contents.getOrDefault(pem, "")));
        } else if (access.tls()) {
            trust = Optional.of(Certificates.systemTrust());
        }
    }

    private List<Material> certificateMaterials() {
        return access.identity()
                .certificate()
                .map(pair -> List.of(pair.certificate(), pair.key()))
                .orElseGet(List::of);
    }

    private void identify(Map<Material, String> contents) {
        access.identity().certificate().ifPresent(pair -> certificate = Optional.of(own(pair, contents)));
    }

    private KeyCertOptions own(ClientCertificate pair, Map<Material, String> contents) {
        return Certificates.own(
                vertx,
                pair.certificate().name(),
                contents.getOrDefault(pair.certificate(), ""),
                contents.getOrDefault(pair.key(), ""));
    }
}
