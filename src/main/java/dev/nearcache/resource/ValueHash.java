package dev.nearcache.resource;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
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

    /** That of a text. */
    char[] of(char[] chars, int offset, int length) {
        return text(chars, offset, length).toCharArray();
    }

    /** That of bytes that are written in base64, and so is this: typed clients decode it, and read it. */
    char[] ofBytes(char[] chars, int offset, int length) {
        byte[] text = text(chars, offset, length).getBytes(StandardCharsets.US_ASCII);
        return Base64.getEncoder().encodeToString(text).toCharArray();
    }

    private String text(char[] chars, int offset, int length) {
        digest.update(salt);
        byte[] hash = digest.digest(new String(chars, offset, length).getBytes(StandardCharsets.UTF_8));
        return "sha256:" + HexFormat.of().formatHex(hash);
    }
}
