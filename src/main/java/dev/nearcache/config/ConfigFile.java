package dev.nearcache.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The text of a configuration file.
 *
 * @param name how messages call it
 * @param text its YAML
 */
public record ConfigFile(String name, String text) {
    /** No file: every setting has its default unless a flag or variable says otherwise. */
    public static ConfigFile none() {
        return new ConfigFile("configuration", "");
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read
     */
    public static ConfigFile read(Path path) {
        try {
            return new ConfigFile(path.toString(), Files.readString(path));
        } catch (NoSuchFileException missing) {
            throw unreadable(path, "there is no such file");
        } catch (CharacterCodingException binary) {
            throw unreadable(path, "is not UTF-8 text");
        } catch (IOException other) {
            throw unreadable(path, "cannot be read: " + other.getMessage());
        }
    }

    private static ConfigException unreadable(Path path, String why) {
        return new ConfigException(List.of(new Problem(path.toString(), "", why)));
    }
}
