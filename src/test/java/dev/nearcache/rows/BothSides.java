package dev.nearcache.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The façade and a kube-apiserver for the rows of one class: each is started and given what the rows need when the first
 * row is asked of it, and stopped after the last.
 *
 * @param <S> a side with what it was given
 */
final class BothSides<S> implements AfterAllCallback {
    private final Function<Side, S> given;
    private final List<Side> started = new ArrayList<>();
    private Optional<Path> directory = Optional.empty();
    private Optional<S> facade = Optional.empty();
    private Optional<S> real = Optional.empty();

    private BothSides(Function<Side, S> given) {
        this.given = given;
    }

    /** Sides that hold nothing. */
    static BothSides<Side> empty() {
        return new BothSides<>(Function.identity());
    }

    /** Sides that are given something first. */
    static <S> BothSides<S> given(Function<Side, S> given) {
        return new BothSides<>(given);
    }

    S facade() {
        if (facade.isEmpty()) {
            facade = Optional.of(begin(new Facade()));
        }
        return facade.get();
    }

    /** Skips the test, saying why, where the testbed is not built. */
    S real() {
        if (real.isEmpty()) {
            real = Optional.of(begin(RealServer.start(scratch())));
        }
        return real.get();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        started.forEach(Side::close);
        if (directory.isPresent()) {
            try (Stream<Path> left = Files.walk(directory.get())) {
                for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private S begin(Side side) {
        started.add(side);
        return given.apply(side);
    }

    private Path scratch() {
        try {
            directory = Optional.of(Files.createTempDirectory("rows"));
            return directory.get();
        } catch (IOException failed) {
            throw new AssertionError("no directory for a server", failed);
        }
    }
}
