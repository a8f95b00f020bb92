package dev.nearcache.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * A mounted Secret or service account token, written as kubelet writes it: each file is a symbolic link into
 * {@code ..data}, which is one to a folder with the contents, and is swapped in one move.
 */
public final class KubeletVolume {
    private final Path directory;
    private int version;

    private KubeletVolume(Path directory) {
        this.directory = directory;
    }

    /** A volume with these files, by name. */
    public static KubeletVolume mount(Path directory, Map<String, String> contents) throws IOException {
        KubeletVolume volume = new KubeletVolume(directory);
        volume.replace(contents);
        for (String name : contents.keySet()) {
            Files.createSymbolicLink(directory.resolve(name), Path.of("..data", name));
        }
        return volume;
    }

    /** Swaps all files at once. */
    public void replace(Map<String, String> contents) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("..v" + version++));
        for (Map.Entry<String, String> file : contents.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        Path next = Files.createSymbolicLink(directory.resolve("..data_tmp"), folder.getFileName());
        Files.move(
                next, directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The path that a program reads. */
    public Path file(String name) {
        return directory.resolve(name);
    }
}
