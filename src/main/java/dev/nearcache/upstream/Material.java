package dev.nearcache.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A certificate, key or token: written into the configuration, or in a file that may be replaced at any time. */
public sealed interface Material {
    /** The content now. Blocks while a file is read. */
    String read();

    /** Where it stands, for messages; never the content. */
    String name();

    /**
     * Written into the configuration; never shown.
     *
     * @param text the content
     */
    record Given(String text) implements Material {
        @Override
        public String read() {
            return text;
        }

        @Override
        public String name() {
            return "what is given in the configuration";
        }

        @Override
        public String toString() {
            return "(given)";
        }
    }

    /**
     * In a file.
     *
     * @param path the file
     * @param setting the place that names it, for messages
     */
    record InFile(Path path, String setting) implements Material {
        @Override
        public String read() {
            try {
                return Files.readString(path, StandardCharsets.ISO_8859_1);
            } catch (NoSuchFileException missing) {
                throw new ClusterAccessException(name() + " does not exist", missing);
            } catch (IOException unreadable) {
                throw new ClusterAccessException(name() + " cannot be read: " + Failures.words(unreadable), unreadable);
            }
        }

        @Override
        public String name() {
            return setting + ": the file " + path;
        }
    }
}
