package dev.nearcache.simulator;

import dev.nearcache.time.Timers;

/** Answers lists: at which version, from which key, how many (kubernetes-api.md 1.3 and 2). */
final class Listing {
    private final Cluster cluster;
    private final FaultBoard faults;
    private final Timers timers;

    Listing(Cluster cluster, FaultBoard faults, Timers timers) {
        this.cluster = cluster;
        this.faults = faults;
        this.timers = timers;
    }

    void serve(Exchange exchange) {
        ListOptions options = exchange.options();
        OptionRules.checkList(options);
        Selection selection = options.selection(exchange.path().namespace());
        long limit = limit(exchange, options);
        long horizon = faults.horizon(exchange.type());
        if (options.versionNumber() > horizon) {
            throw new ApiFailure(StatusBody.tooLarge(options.versionNumber(), horizon));
        }
        cluster.gate()
                .await(options.versionNumber())
                .map(reached -> scan(exchange.path().state(), options, selection, limit))
                .compose(PageScan::page)
                .onSuccess(page -> write(exchange, page))
                .onFailure(exchange::fail);
    }

    /** A list at version "0" has no pages, whatever its limit: what every informer relies on. */
    private long limit(Exchange exchange, ListOptions options) {
        boolean ignored = options.version().equals("0") || faults.shows(exchange.type(), Quirk.IGNORE_LIMIT);
        return ignored ? 0 : options.limit();
    }

    private PageScan scan(TypeState state, ListOptions options, Selection selection, long limit) {
        if (options.continueToken().isEmpty()) {
            return new PageScan(state.snapshot(version(state, options)), selection, "", limit, timers);
        }
        if (!options.anyVersion()) {
            throw new ApiFailure(
                    StatusBody.badRequest("specifying resource version is not allowed when using continue"));
        }
        ContinueToken token = ContinueToken.parse(options.continueToken());
        if (token.version() > cluster.version()) {
            throw new ApiFailure(StatusBody.tooLarge(token.version(), cluster.version()));
        }
        if (token.version() > 0 && token.version() < state.history().floor()) {
            throw new ApiFailure(StatusBody.expiredContinue(token.newest().text()));
        }
        long version = token.version() > 0 ? token.version() : cluster.version();
        return new PageScan(state.snapshot(version), selection, token.start(), limit, timers);
    }

    private long version(TypeState state, ListOptions options) {
        boolean exact = options.match().equals("Exact")
                || (options.match().isEmpty() && options.limit() > 0 && !options.anyVersion());
        if (!exact) {
            // Only a list without a version may not be old.
            long horizon = options.version().isEmpty() ? Long.MAX_VALUE : faults.horizon(state.type());
            return Math.min(cluster.version(), horizon);
        }
        if (options.versionNumber() < state.history().floor()) {
            throw new ApiFailure(StatusBody.expiredList());
        }
        return options.versionNumber();
    }

    private void write(Exchange exchange, Page page) {
        SimType type = exchange.type();
        Coding coding = Coding.PLAIN;
        if (faults.shows(type, Quirk.GZIP) && exchange.acceptsGzip()) {
            exchange.request().response().putHeader("Content-Encoding", "gzip");
            coding = new Gzip();
        }
        Output output = new Output(exchange.stream(), timers, faults.pace(type));
        new ListWriter(type, changed(type, page), coding, output, timers).run();
    }

    private Page changed(SimType type, Page page) {
        Page named = page.at(faults.listVersion(type).orElse(page.version()));
        return faults.shows(type, Quirk.NO_METADATA) ? named.after(SimObject.withoutMetadata(type)) : named;
    }
}
