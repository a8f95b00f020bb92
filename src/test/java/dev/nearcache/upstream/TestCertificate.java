package dev.nearcache.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate and its key, made by the JDK's own keytool.
 *
 * @param certificate PEM
 * @param key PEM, PKCS#8
 */
record TestCertificate(String certificate, String key) {
    private static final String PASSWORD = "password";

    /**
     * Makes a certificate.
     *
     * @param name the common name, also the DNS name; beside it stands the address 127.0.0.1
     */
    static TestCertificate of(Path directory, String name) throws IOException, GeneralSecurityException {
        Path store = Files.createTempDirectory(directory, "keys").resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-validity",
                        "30",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name + ",ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        try {
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException("keytool failed");
            }
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new TestCertificate(
                pem("CERTIFICATE", keys.getCertificate("own").getEncoded()),
                pem("PRIVATE KEY", keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
    }

    private static String pem(String type, byte[] content) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }
}
