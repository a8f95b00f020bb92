package dev.nearcache.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run of an exec plugin, bounded in time and output; it gets no input, and the programs that it started end with it.
 * What it prints is a secret and goes nowhere but to the caller; of its errors the end is shown, without a word of that
 * secret.
 */
final class ExecProcess {
    /** A client certificate with its chain has a few kilobytes. */
    private static final int LONGEST_OUTPUT = 1 << 20;

    /** How much of the errors is shown: the end, where programs say what they failed of. */
    private static final int SHOWN = 400;

    private static final Duration REST_OF_OUTPUT = Duration.ofSeconds(1);

    /** How long it runs, at first and at most, before it is looked at which programs it has started. */
    private static final int FIRST_LOOK_MILLIS = 1;

    private static final int LONGEST_LOOK_MILLIS = 200;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"',:{}\\[\\]\\\\]+");
    private static final Pattern WEB_TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+(\\.[\\w-]*)?");

    private final ExecPlugin plugin;
    private final Process process;
    private final ReadAside output;
    private final ReadAside errors;

    /**
     * The programs that it started, as far as they were seen: once it has ended, nobody can tell whose they were, and
     * what it leaves running with each run would fill the container.
     */
    private final Set<ProcessHandle> started = new HashSet<>();

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
                            ? plugin.name() + " cannot be run: " + Failures.words(cannotRun)
                            : plugin.missing(),
                    cannotRun);
        }
        ExecProcess run = new ExecProcess(plugin, process);
        try {
            process.getOutputStream().close();
            return run.result(limit);
        } catch (IOException broken) {
            throw new ClusterAccessException(plugin.name() + " cannot be run: " + Failures.words(broken), broken);
        } finally {
            run.end();
        }
    }

    /** Ends whatever is left of it. */
    private void end() {
        look();
        process.destroyForcibly();
        started.stream()
                .flatMap(one -> Stream.concat(one.descendants(), Stream.of(one)))
                .forEach(ProcessHandle::destroyForcibly);
        output.finish();
        errors.finish();
    }

    private void look() {
        process.descendants().forEach(started::add);
    }

    private boolean endsWithin(Duration limit) throws InterruptedException {
        long left = limit.toMillis();
        for (long next = FIRST_LOOK_MILLIS; left > 0; next = Math.min(2 * next, LONGEST_LOOK_MILLIS)) {
            long wait = Math.min(next, left);
            if (process.waitFor(wait, TimeUnit.MILLISECONDS)) {
                return true;
            }
            look();
            left -= wait;
        }
        return false;
    }

    private byte[] result(Duration limit) {
        try {
            if (!endsWithin(limit)) {
                throw new ClusterAccessException(
                        plugin.name() + " did not end within " + limit.toMillis() / 1000.0 + " s");
            }
            output.finish();
            errors.finish();
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
        String hidden = Secrets.hidden(text, BETWEEN_WORDS.splitAsStream(secret));
        String line = WEB_TOKEN.matcher(hidden).replaceAll("***").replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() > SHOWN ? "…" + line.substring(line.length() - SHOWN) : line;
    }
}
