package dev.nearcache.resource;

import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;

/**
 * zstd in this process: its native contexts, shared by the codecs of all types. Safe on any thread.
 *
 * <p>The native library is the one that {@code -DZstdNativePath} names, else one on {@code java.library.path}, else that of
 * the jar, which must be copied to {@code java.io.tmpdir} first.
 */
public final class Compression implements AutoCloseable {
    /** More threads than this unpack at the same moment only on machines that can pay for a context now and then. */
    private static final int MOST_IDLE = 8;

    /** For what no dictionary was trained for, speed is what higher levels would only cost. */
    private static final int INITIAL_LEVEL = 1;

    private final Cleaner cleaner = Cleaner.create();
    private final ContextPool<Packer> packers = new ContextPool<>(MOST_IDLE, Packer::new, Packer::close);
    private final ContextPool<Unpacker> unpackers = new ContextPool<>(MOST_IDLE, Unpacker::new, Unpacker::close);
    private final Dictionary initial = new Dictionary(this, words(), INITIAL_LEVEL, () -> {});

    private Compression() {}

    /**
     * Loads the native library.
     *
     * @throws UnavailableException if that is not possible here; it is not tried a second time in a process
     */
    public static Compression open() throws UnavailableException {
        try {
            Native.load();
            return new Compression();
        } catch (LinkageError | IllegalCallerException missing) {
            throw new UnavailableException(missing);
        }
    }

    /** There is no native library for this platform, or it may not be loaded. */
    public static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailableException(Throwable cause) {
            super(reason(cause), cause);
        }

        private static String reason(Throwable cause) {
            Throwable root = cause;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        }
    }

    /**
     * The codec of one type.
     *
     * @param learned is called when bodies that it made before could be made smaller
     */
    public ObjectCodec codec(Background background, Runnable learned) {
        return new LearningCodec(this, background, learned);
    }

    /** Frees the contexts. Bodies can still be read, only slower. */
    @Override
    public void close() {
        packers.close();
        unpackers.close();
    }

    /** Words that all of Kubernetes uses. */
    Dictionary initial() {
        return initial;
    }

    Cleaner cleaner() {
        return cleaner;
    }

    ContextPool<Packer> packers() {
        return packers;
    }

    ContextPool<Unpacker> unpackers() {
        return unpackers;
    }

    private static byte[] words() {
        try (InputStream words = Compression.class.getResourceAsStream("words.txt")) {
            if (words == null) {
                throw new IllegalStateException("the jar lacks words.txt");
            }
            return words.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
