package dev.nearcache.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One run of an exec plugin, bounded in time and output; it gets no input. What it prints is a secret and goes nowhere
 * but to the caller; of its errors the end is shown, without a word of that secret.
 */
final class ExecProcess {
    /** A client certificate with its chain has a few kilobytes. */
    private static final int LONGEST_OUTPUT = 1 << 20;

    /** How much of the errors is shown: the end, where programs say what they failed of. */
    private static final int SHOWN = 400;

    /** A program that ended may have left another behind, which holds its output open for as long as it likes. */
    private static final Duration REST_OF_OUTPUT = Duration.ofSeconds(1);

    private static final int SHORTEST_SECRET = 8;
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"',:{}\\[\\]\\\\]+");
    private static final Pattern WEB_TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+(\\.[\\w-]*)?");

    private final ExecPlugin plugin;
    private final Process process;
    private final ReadAside output;
    private final ReadAside errors;

    private ExecProcess(ExecPlugin plugin, Process process) {
        this.plugin = plugin;
        this.process = process;
        this.output = ReadAside.of(process.getInputStream(), LONGEST_OUTPUT + 1);
        this.errors = ReadAside.of(process.getErrorStream(), LONGEST_OUTPUT + 1);
    }

    /**
     * Runs a plugin to its end, so it blocks.
     *
     * @param limit it is ended by force after this
     * @return what it printed
     * @throws ClusterAccessException saying what went wrong, with what it printed as errors
     */
    static byte[] run(ExecPlugin plugin, Duration limit) {
        ProcessBuilder builder = plugin.invocation().process();
        builder.environment().put("KUBERNETES_EXEC_INFO", ExecCredential.request(plugin));
        Process process;
        try {
            process = builder.start();
        } catch (IOException cannotRun) {
            throw new ClusterAccessException(
                    plugin.invocation().installed()
                            ? plugin.name() + " cannot be run: " + cannotRun.getMessage()
                            : plugin.missing(),
                    cannotRun);
        }
        try {
            process.getOutputStream().close();
            return new ExecProcess(plugin, process).result(limit);
        } catch (IOException broken) {
            throw new ClusterAccessException(plugin.name() + " cannot be run: " + broken.getMessage(), broken);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private byte[] result(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ClusterAccessException(
                        plugin.name() + " did not end within " + limit.toMillis() / 1000.0 + " s");
            }
            byte[] printed = output.get(REST_OF_OUTPUT);
            byte[] complained = errors.get(REST_OF_OUTPUT);
            if (printed.length > LONGEST_OUTPUT || complained.length > LONGEST_OUTPUT) {
                throw new ClusterAccessException(plugin.name() + " printed more than " + LONGEST_OUTPUT + " bytes");
            }
            if (process.exitValue() != 0) {
                throw new ClusterAccessException(plugin.name() + " failed with exit code " + process.exitValue() + ": "
                        + shown(text(complained), text(printed)));
            }
            return printed;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ClusterAccessException(plugin.name() + " was interrupted", stopped);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String shown(String errors, String secret) {
        String text = errors.strip();
        if (text.isEmpty()) {
            return "it printed no error";
        }
        List<String> secrets = BETWEEN_WORDS
                .splitAsStream(secret)
                .filter(word -> word.length() >= SHORTEST_SECRET)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        for (String word : secrets) {
            text = text.replace(word, "***");
        }
        String line = WEB_TOKEN.matcher(text).replaceAll("***").replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() > SHOWN ? "…" + line.substring(line.length() - SHOWN) : line;
    }
}
