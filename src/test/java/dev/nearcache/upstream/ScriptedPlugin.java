package dev.nearcache.upstream;

import dev.nearcache.upstream.ExecPlugin.Invocation;
import dev.nearcache.upstream.ExecPlugin.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An exec plugin that is a shell script in a directory of its own; it notes each of its runs before it begins. */
final class ScriptedPlugin {
    private static final String CREDENTIAL =
            "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":%s}";

    private final Path directory;

    ScriptedPlugin(Path directory) {
        this.directory = directory;
    }

    /** Prints a credential with this status each time. */
    ScriptedPlugin gives(String status) throws IOException {
        return does("cat <<'EOF'\n" + CREDENTIAL.formatted(status) + "\nEOF\n");
    }

    /** Does this from the next run on. */
    ScriptedPlugin does(String shell) throws IOException {
        Path next = Files.writeString(
                directory.resolve("next"), "#!/bin/sh\necho run >> \"" + directory.resolve("runs") + "\"\n" + shell);
        if (!next.toFile().setExecutable(true)) {
            throw new IOException("cannot be made executable");
        }
        Files.move(next, path(), StandardCopyOption.ATOMIC_MOVE);
        return this;
    }

    Path path() {
        return directory.resolve("login");
    }

    /** How often it was run. */
    int runs() throws IOException {
        Path runs = directory.resolve("runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    ExecPlugin plugin() {
        return plugin(Map.of(), Optional.empty());
    }

    ExecPlugin plugin(Map<String, String> environment, Optional<ExecCluster> cluster) {
        return new ExecPlugin(
                "kubeconfig k: users[u].user.exec",
                new Invocation(path().toString(), List.of("get", "a token"), environment),
                Version.V1,
                "get it",
                cluster);
    }
}
