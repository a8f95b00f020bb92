package dev.nearcache.resource;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The salted hash that stands for a value that must not be shown. Confined to one thread. */
final class ValueHash {
    private final byte[] salt;
    private final MessageDigest digest;

    ValueHash(byte[] salt) {
        this.salt = salt.clone();
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    char[] of(char[] chars, int offset, int length) {
        digest.update(salt);
        byte[] hash = digest.digest(new String(chars, offset, length).getBytes(StandardCharsets.UTF_8));
        return ("sha256:" + HexFormat.of().formatHex(hash)).toCharArray();
    }
}
