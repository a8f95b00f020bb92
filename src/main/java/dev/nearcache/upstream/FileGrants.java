package dev.nearcache.upstream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * Grants from the configuration and its files. A 401 makes us read the files at once, since a token may have been
 * replaced since the last look; the request is then sent once more, also with an unchanged token, since an API server
 * may fail to look a token up. A token that was refused twice in a row is not sent twice again until one was accepted.
 */
final class FileGrants implements GrantSource {
    private final LiveCredentials credentials;
    private final SharedRun<Grant> rereading;
    private volatile Optional<Grant> triedTwice = Optional.empty();

    FileGrants(Vertx vertx, LiveCredentials credentials) {
        this.credentials = credentials;
        this.rereading = new SharedRun<>(vertx, () -> {
            credentials.reread();
            return credentials.grant();
        });
    }

    @Override
    public Future<Grant> current() {
        return Future.succeededFuture(credentials.grant());
    }

    @Override
    public Future<Optional<Grant>> after(Grant refused) {
        if (!credentials.rotates()) {
            return Future.succeededFuture(Optional.empty());
        }
        Grant now = credentials.grant();
        return now.equals(refused)
                ? rereading.join().map(read -> retryWith(read, refused))
                : Future.succeededFuture(Optional.of(now));
    }

    private Optional<Grant> retryWith(Grant read, Grant refused) {
        if (!read.equals(refused)) {
            return Optional.of(read);
        }
        if (triedTwice.filter(refused::equals).isPresent()) {
            return Optional.empty();
        }
        triedTwice = Optional.of(refused);
        return Optional.of(refused);
    }

    @Override
    public void accepted() {
        if (triedTwice.isPresent()) {
            triedTwice = Optional.empty();
        }
    }
}
