package dev.nearcache.cli;

import dev.nearcache.cli.Probe.Answer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Blocks until a sidecar is ready. */
@Command(
        name = "wait",
        description = "Waits until a running sidecar is ready: exit code 0, or 1 when the time is over.",
        mixinStandardHelpOptions = true)
final class WaitCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagementAddress address = new ManagementAddress();

    @Option(
            names = "--timeout",
            paramLabel = "SPAN",
            description = "how long to wait, such as 60s or 5m; default: ${DEFAULT-VALUE}",
            defaultValue = "60s",
            converter = SpanConverter.class)
    private Duration timeout = Duration.ofMinutes(1);

    @Override
    public Integer call() throws InterruptedException {
        Probe probe = new Probe(address, "readyz");
        AtomicReference<Answer> last = new AtomicReference<>(new Answer(false, "not asked"));
        CompletableFuture<Answer> ready = new CompletableFuture<>();
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        Runnable ask = () -> {
            Answer answer = probe.ask();
            last.set(answer);
            if (answer.healthy()) {
                ready.complete(answer);
            }
        };
        ScheduledFuture<?> asking = thread.scheduleWithFixedDelay(ask, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        try {
            ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            spec.commandLine().getOut().println("ready");
            return ExitCode.OK.number();
        } catch (TimeoutException over) {
            throw new CommandFailure("not ready after " + timeout.toMillis() + " ms:\n"
                    + last.get().text());
        } catch (ExecutionException impossible) {
            throw new CommandFailure("the probe failed", impossible);
        } finally {
            asking.cancel(true);
            thread.shutdownNow();
        }
    }
}
