package dev.nearcache.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A copy of what a stopped etcd held, to be put back later, as after a disaster. */
final class EtcdBackup {
    private final Path data;
    private final Path copy;

    private EtcdBackup(Path data, Path copy) {
        this.data = data;
        this.copy = copy;
    }

    /** Copies a data directory, which nobody may be using. */
    static EtcdBackup of(Path data, Path copy) {
        copy(data, copy);
        return new EtcdBackup(data, copy);
    }

    /** Puts the directory back as it was. */
    void restore() {
        try {
            for (Path each : content(data, Comparator.reverseOrder())) {
                Files.delete(each);
            }
        } catch (IOException cannotDelete) {
            throw new UncheckedIOException(cannotDelete);
        }
        copy(copy, data);
    }

    private static void copy(Path from, Path to) {
        try {
            for (Path each : content(from, Comparator.naturalOrder())) {
                Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException cannotCopy) {
            throw new UncheckedIOException(cannotCopy);
        }
    }

    private static List<Path> content(Path directory, Comparator<Path> order) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted(order).toList();
        }
    }
}
