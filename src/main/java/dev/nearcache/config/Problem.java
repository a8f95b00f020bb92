package dev.nearcache.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param origin where it was said: {@code config.yaml:12}, {@code --port}, {@code NEARCACHE_PORT}
 * @param path the setting's path, such as {@code resources[0].indexes.byNode}; empty for the whole file
 * @param message what is wrong and what is allowed
 */
public record Problem(String origin, String path, String message) {
    /** {@code origin: path: message}. */
    @Override
    public String toString() {
        return path.isEmpty() ? origin + ": " + message : origin + ": " + path + ": " + message;
    }
}
